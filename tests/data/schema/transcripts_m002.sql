BEGIN TRANSACTION;
CREATE TABLE message (
        id INTEGER PRIMARY KEY,
        uuid TEXT NOT NULL UNIQUE,
        session TEXT NOT NULL REFERENCES session (id),
        parent TEXT NOT NULL DEFAULT '',
        role TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'tool')),
        origin TEXT NOT NULL
            CHECK (origin IN ('prompt', 'queued', 'typed_command', 'reply', 'tool')),
        at TEXT NOT NULL,
        tool TEXT NOT NULL DEFAULT '',
        pasted INTEGER NOT NULL DEFAULT 0 CHECK (pasted IN (0, 1)),
        text TEXT NOT NULL
    ) STRICT
    ;
INSERT INTO "message" VALUES(1,'u-1','11111111-2222-4333-8444-555555555555','','user','prompt','2026-01-05T10:01:01.000Z','',0,'first question');
INSERT INTO "message" VALUES(2,'a-1','11111111-2222-4333-8444-555555555555','u-1','assistant','reply','2026-01-05T10:01:05.000Z','',0,'first answer');
INSERT INTO "message" VALUES(3,'u-2','11111111-2222-4333-8444-555555555555','a-1','user','prompt','2026-01-05T10:02:01.000Z','',0,'第二个问题');
INSERT INTO "message" VALUES(4,'a-2','11111111-2222-4333-8444-555555555555','u-2','assistant','reply','2026-01-05T10:02:05.000Z','',0,'第二个回答');
INSERT INTO "message" VALUES(5,'c-2','11111111-2222-4333-8444-555555555555','a-2','tool','tool','2026-01-05T10:02:05.000Z','Read',0,'/tmp/demo/heron-app/notes.txt');
INSERT INTO "message" VALUES(6,'p-9','11111111-2222-4333-8444-555555555555','','user','typed_command','2026-01-05T10:02:06.000Z','',0,'/pmi:remember 我们周二部署');
INSERT INTO "message" VALUES(7,'s-1','11111111-2222-4333-8444-555555555555.a1','','assistant','reply','2026-01-05T10:01:04.000Z','',0,'one file');
CREATE TABLE migration (name TEXT PRIMARY KEY, applied_at TEXT) STRICT;
INSERT INTO "migration" VALUES('m001_conversations','2026-10-01T10:00:00.000Z');
INSERT INTO "migration" VALUES('m002_tools_and_titles','2026-10-01T10:00:00.000Z');
CREATE TABLE project (key TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
INSERT INTO "project" VALUES('path:demo/heron-app','heron-app');
CREATE TABLE project_alias (alias TEXT PRIMARY KEY, key TEXT NOT NULL) STRICT;
INSERT INTO "project_alias" VALUES('path:old/heron-app','path:demo/heron-app');
CREATE TABLE project_path (
        path TEXT PRIMARY KEY,
        key TEXT NOT NULL REFERENCES project (key)
    ) STRICT
    ;
INSERT INTO "project_path" VALUES('/tmp/demo/heron-app','path:demo/heron-app');
CREATE TABLE session (
        id TEXT PRIMARY KEY,
        parent TEXT NOT NULL DEFAULT '',
        project TEXT NOT NULL DEFAULT '',
        cwd TEXT NOT NULL DEFAULT '',
        branch TEXT NOT NULL DEFAULT '',
        entrypoint TEXT NOT NULL DEFAULT '',
        title TEXT NOT NULL DEFAULT '',
        started_at TEXT NOT NULL DEFAULT '',
        ended_at TEXT NOT NULL DEFAULT ''
    , title_rank INTEGER NOT NULL DEFAULT 0
        CHECK (title_rank BETWEEN 0 AND 3)) STRICT
    ;
INSERT INTO "session" VALUES('11111111-2222-4333-8444-555555555555','','path:demo/heron-app','/tmp/demo/heron-app','main','cli','The herons','2026-01-05T10:01:01.000Z','2026-01-05T10:02:05.000Z',3);
INSERT INTO "session" VALUES('11111111-2222-4333-8444-555555555555.a1','11111111-2222-4333-8444-555555555555','path:demo/heron-app','/tmp/demo/heron-app','main','cli','look around','2026-01-05T10:01:01.000Z','2026-01-05T10:01:05.000Z',0);
CREATE TABLE session_message (
        session TEXT NOT NULL REFERENCES session (id),
        position INTEGER NOT NULL CHECK (position > 0),
        message INTEGER NOT NULL REFERENCES message (id),
        PRIMARY KEY (session, position)
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "session_message" VALUES('11111111-2222-4333-8444-555555555555',1,1);
INSERT INTO "session_message" VALUES('11111111-2222-4333-8444-555555555555',2,2);
INSERT INTO "session_message" VALUES('11111111-2222-4333-8444-555555555555',3,3);
INSERT INTO "session_message" VALUES('11111111-2222-4333-8444-555555555555',4,4);
INSERT INTO "session_message" VALUES('11111111-2222-4333-8444-555555555555',5,5);
INSERT INTO "session_message" VALUES('11111111-2222-4333-8444-555555555555',6,6);
INSERT INTO "session_message" VALUES('11111111-2222-4333-8444-555555555555.a1',1,7);
CREATE TABLE tombstone (
        uuid TEXT PRIMARY KEY,
        at TEXT NOT NULL,
        reason TEXT NOT NULL DEFAULT ''
    ) STRICT
    ;
INSERT INTO "tombstone" VALUES('u-0','2026-01-06T10:00:00.000Z','asked for');
CREATE TABLE tool_call (
        session TEXT NOT NULL REFERENCES session (id),
        uuid TEXT NOT NULL,
        tool TEXT NOT NULL,
        path TEXT NOT NULL DEFAULT '',
        changed INTEGER NOT NULL DEFAULT 0 CHECK (changed IN (0, 1)),
        at TEXT NOT NULL,
        PRIMARY KEY (session, uuid)
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "tool_call" VALUES('11111111-2222-4333-8444-555555555555','c-2','Edit','/tmp/demo/heron-app/notes.txt',1,'2026-01-05T10:02:05.000Z');
CREATE TABLE transcript_file (
        path TEXT PRIMARY KEY,
        session TEXT NOT NULL,
        offset INTEGER NOT NULL CHECK (offset >= 0),
        head_hash TEXT NOT NULL,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        lines INTEGER NOT NULL DEFAULT 0,
        bad_lines INTEGER NOT NULL DEFAULT 0,
        long_lines INTEGER NOT NULL DEFAULT 0,
        unknown TEXT NOT NULL DEFAULT '{}',
        links TEXT NOT NULL DEFAULT '{}',
        gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1))
    , problem TEXT NOT NULL DEFAULT '') STRICT
    ;
INSERT INTO "transcript_file" VALUES('/tmp/demo/config/projects/-tmp-demo-heron-app/11111111-2222-4333-8444-555555555555.jsonl','11111111-2222-4333-8444-555555555555',0,'',900,0,6,1,0,'{"hologram": 2}','{}',1,'');
CREATE INDEX session_by_parent ON session (parent) WHERE parent <> '';
CREATE INDEX session_by_end ON session (ended_at);
CREATE UNIQUE INDEX session_message_once ON session_message (message, session);
CREATE INDEX transcript_file_by_session ON transcript_file (session);
COMMIT;
