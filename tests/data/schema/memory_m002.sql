BEGIN TRANSACTION;
CREATE TABLE decision (
        id TEXT PRIMARY KEY,
        at TEXT NOT NULL,
        actor TEXT NOT NULL,
        subject TEXT NOT NULL,
        verdict TEXT NOT NULL CHECK (verdict IN ('confirm', 'approve', 'reject', 'archive',
            'restore')),
        reason TEXT NOT NULL,
        content_hash TEXT NOT NULL,
        entry INTEGER NOT NULL
    ) STRICT
    ;
INSERT INTO "decision" VALUES('dec_01m8nv53aq3g1a5z421mft096v','2026-09-01T10:00:00.003Z','user','learning:1','confirm','','8d4a3d50010861b0d2e77c72c688328f56ef1b92ea2080ccbbc2da2b2be75f20',1);
INSERT INTO "decision" VALUES('dec_01m8nv53at1k53tqbst4af714g','2026-09-01T10:00:00.007Z','user','learning:2','confirm','','cf7b3e1f78dd6a6c397bd5977ab054c0d6afb454e24ffdb44c68e027d08afa25',2);
INSERT INTO "decision" VALUES('dec_01m8nv53b5jaryye939dbcjtx9','2026-09-01T10:00:00.011Z','user','prp_01m8nv53b3bgzdvq1wbpjm825z','reject','no','444bbe7834204bd7437f3b00c0d88d9ef56467e22b7ecfb1514c730062b352a9',4);
INSERT INTO "decision" VALUES('dec_01m8nv53bcyd091c5jgxv96yay','2026-09-01T10:00:00.017Z','user','mem_01m8nv53b2ac5cbxje0j07pjen','archive','','4027fc7936f0371ba36acaef895e7d79d6a32483a86c3cb44ab87d0c37e55883',7);
INSERT INTO "decision" VALUES('dec_01m8pdasmcte44xqgx6sfp0bz4','2026-10-01T10:00:00.002Z','user','mem_01m8pdaskz7ptx8xf3csd184m6','confirm','','3a4762efe25a88639adc52aa4b674d1b73488340195e3049fb294fd153f09ec1',9);
INSERT INTO "decision" VALUES('dec_01m8pdasn5mh539b48xgnh2yeh','2026-10-01T10:00:00.004Z','user','prp_01m8pdasmpj12hs5yw4eh8sn24','reject','','9b6fb4afa600bd9877a591e29aca6ebe90d946d248f0ffed50a7769e84bdd262',11);
CREATE TABLE entity (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL CHECK (name <> ''),
        name_key TEXT NOT NULL,
        at TEXT NOT NULL,
        entry INTEGER NOT NULL,
        -- placed
        kind TEXT NOT NULL DEFAULT 'thing' CHECK (kind IN ('person', 'organization', 'project',
            'artifact', 'place', 'topic', 'thing')),
        summary TEXT NOT NULL DEFAULT '',
        parent TEXT NOT NULL DEFAULT '',
        merged_into TEXT NOT NULL DEFAULT ''
    ) STRICT
    ;
INSERT INTO "entity" VALUES('ent_01m8pdaskz7ptx8xf3cvvn7art','Heron','heron','2026-10-01T10:00:00.001Z',8,'project','The flight planner','','');
CREATE TABLE entity_fact (
        id TEXT PRIMARY KEY,
        entity TEXT NOT NULL REFERENCES entity (id),
        field TEXT NOT NULL CHECK (field IN ('kind', 'summary', 'parent', 'alias',
            'merged_into')),
        value TEXT NOT NULL,
        value_key TEXT NOT NULL,
        at TEXT NOT NULL,
        actor TEXT NOT NULL,
        entry INTEGER NOT NULL
    ) STRICT
    ;
INSERT INTO "entity_fact" VALUES('fct_01m8pdasm08dyw5fgnmy6xkygn','ent_01m8pdaskz7ptx8xf3cvvn7art','kind','project','','2026-10-01T10:00:00.001Z','user',8);
INSERT INTO "entity_fact" VALUES('fct_01m8pdasm08dyw5fgnmzgzw1bw','ent_01m8pdaskz7ptx8xf3cvvn7art','summary','The flight planner','','2026-10-01T10:00:00.001Z','user',8);
INSERT INTO "entity_fact" VALUES('fct_01m8pdasm08dyw5fgnn27f2q6w','ent_01m8pdaskz7ptx8xf3cvvn7art','alias','苍鹭','苍鹭','2026-10-01T10:00:00.001Z','user',8);
CREATE TABLE evidence (
        id TEXT PRIMARY KEY,
        memory TEXT NOT NULL REFERENCES memory (id),
        version TEXT NOT NULL REFERENCES source_version (id),
        quote TEXT NOT NULL CHECK (quote <> ''),
        start INTEGER NOT NULL CHECK (start >= 0),
        "end" INTEGER NOT NULL CHECK ("end" > start),
        trust TEXT NOT NULL CHECK (trust IN ('owner', 'agent', 'external')),
        reference TEXT NOT NULL,
        said_at TEXT NOT NULL,
        entry INTEGER NOT NULL
    ) STRICT
    ;
INSERT INTO "evidence" VALUES('evi_01m8nv53apxwqgsp5ygbg277s1','mem_01m8nv53angmpy429265m2d9ch','ver_01m8nv53apxwqgsp5yg7yth7sh','we deploy only on Tuesdays',0,26,'owner','src_01m8nv53apxwqgsp5yg49y2jb2','2026-09-01T10:00:00.001Z',1);
INSERT INTO "evidence" VALUES('evi_01m8nv53as2g6fm0g2jbrx9mkh','mem_01m8nv53as2g6fm0g2j5ary4a7','ver_01m8nv53as2g6fm0g2j9rh0fd1','用 pnpm，不用 npm',0,13,'owner','src_01m8nv53as2g6fm0g2j8y384nv','2026-09-01T10:00:00.005Z',2);
INSERT INTO "evidence" VALUES('evi_01m8nv53b2ac5cbxje0fsje0ss','mem_01m8nv53b2ac5cbxje0fc67jqc','ver_01m8nv53apxwqgsp5yg7yth7sh','deploy only on Tuesdays',3,26,'owner','src_01m8nv53apxwqgsp5yg49y2jb2','2026-09-01T10:00:00.003Z',3);
INSERT INTO "evidence" VALUES('evi_01m8nv53b2ac5cbxje0n6hdfg3','mem_01m8nv53b2ac5cbxje0j07pjen','ver_01m8nv53apxwqgsp5yg7yth7sh','deploy only on Tuesdays',3,26,'owner','src_01m8nv53apxwqgsp5yg49y2jb2','2026-09-01T10:00:00.003Z',3);
CREATE TABLE journal (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        at TEXT NOT NULL,
        actor TEXT NOT NULL,
        op TEXT NOT NULL,
        payload TEXT NOT NULL CHECK (json_valid(payload)),
        outcome TEXT NOT NULL CHECK (json_valid(outcome)),
        cause TEXT UNIQUE CHECK (cause <> '')
    ) STRICT
    ;
INSERT INTO "journal" VALUES(1,'jrn_01m8nv53aq3g1a5z421p1jhjw1','2026-09-01T10:00:00.003Z','user','remember','{"text":"we deploy only on Tuesdays","kind":"preference","project":""}','{"touched":["mem_01m8nv53angmpy429265m2d9ch"],"results":[{"memory":"mem_01m8nv53angmpy429265m2d9ch","number":1,"already_known":false}],"effects":[{"row":"memory","id":"mem_01m8nv53angmpy429265m2d9ch","slug":"deploy-only-tuesdays","kind":"preference","stance":"claim","content":"we deploy only on Tuesdays","content_key":"bd1c40fc1078c5f1b9bb77fdfd632645","detail":"","project":"","slot":"","valid_from":"","holds_from":"2026-09-01","said_at":"2026-09-01T10:00:00.001Z","recorded_at":"2026-09-01T10:00:00.003Z","claim_trust":"owner","by_user":1},{"row":"source","id":"src_01m8nv53apxwqgsp5yg49y2jb2","kind":"text","origin_key":"said:01m8nv53adeffkqknzxmrpdafp","title":"","trust":"owner","at":"2026-09-01T10:00:00.003Z"},{"row":"source_version","id":"ver_01m8nv53apxwqgsp5yg7yth7sh","source":"src_01m8nv53apxwqgsp5yg49y2jb2","at":"2026-09-01T10:00:00.003Z","content_hash":"8d4a3d50010861b0d2e77c72c688328f56ef1b92ea2080ccbbc2da2b2be75f20","text":"we deploy only on Tuesdays"},{"row":"evidence","id":"evi_01m8nv53apxwqgsp5ygbg277s1","memory":"mem_01m8nv53angmpy429265m2d9ch","version":"ver_01m8nv53apxwqgsp5yg7yth7sh","quote":"we deploy only on Tuesdays","start":0,"end":26,"trust":"owner","reference":"src_01m8nv53apxwqgsp5yg49y2jb2","said_at":"2026-09-01T10:00:00.001Z"},{"row":"learning","number":1,"text":"we deploy only on Tuesdays","kind":"preference","project":"","memory":"mem_01m8nv53angmpy429265m2d9ch","at":"2026-09-01T10:00:00.003Z","reference":"src_01m8nv53apxwqgsp5yg49y2jb2"},{"row":"decision","id":"dec_01m8nv53aq3g1a5z421mft096v","at":"2026-09-01T10:00:00.003Z","actor":"user","subject":"learning:1","verdict":"confirm","reason":"","content_hash":"8d4a3d50010861b0d2e77c72c688328f56ef1b92ea2080ccbbc2da2b2be75f20"}]}',NULL);
INSERT INTO "journal" VALUES(2,'jrn_01m8nv53at1k53tqbst6mybvjm','2026-09-01T10:00:00.007Z','user','remember','{"text":"用 pnpm，不用 npm","kind":"preference","project":"git:code.example/team/app"}','{"touched":["mem_01m8nv53as2g6fm0g2j5ary4a7"],"results":[{"memory":"mem_01m8nv53as2g6fm0g2j5ary4a7","number":2,"already_known":false}],"effects":[{"row":"memory","id":"mem_01m8nv53as2g6fm0g2j5ary4a7","slug":"用-pnpm-不用-npm","kind":"preference","stance":"claim","content":"用 pnpm，不用 npm","content_key":"6a8ce84447c86cdc07bbc4cdc3ae3c02","detail":"","project":"git:code.example/team/app","slot":"","valid_from":"","holds_from":"2026-09-01","said_at":"2026-09-01T10:00:00.005Z","recorded_at":"2026-09-01T10:00:00.007Z","claim_trust":"owner","by_user":1},{"row":"source","id":"src_01m8nv53as2g6fm0g2j8y384nv","kind":"text","origin_key":"said:01m8nv53as2g6fm0g2j507mven","title":"","trust":"owner","at":"2026-09-01T10:00:00.007Z"},{"row":"source_version","id":"ver_01m8nv53as2g6fm0g2j9rh0fd1","source":"src_01m8nv53as2g6fm0g2j8y384nv","at":"2026-09-01T10:00:00.007Z","content_hash":"cf7b3e1f78dd6a6c397bd5977ab054c0d6afb454e24ffdb44c68e027d08afa25","text":"用 pnpm，不用 npm"},{"row":"evidence","id":"evi_01m8nv53as2g6fm0g2jbrx9mkh","memory":"mem_01m8nv53as2g6fm0g2j5ary4a7","version":"ver_01m8nv53as2g6fm0g2j9rh0fd1","quote":"用 pnpm，不用 npm","start":0,"end":13,"trust":"owner","reference":"src_01m8nv53as2g6fm0g2j8y384nv","said_at":"2026-09-01T10:00:00.005Z"},{"row":"learning","number":2,"text":"用 pnpm，不用 npm","kind":"preference","project":"git:code.example/team/app","memory":"mem_01m8nv53as2g6fm0g2j5ary4a7","at":"2026-09-01T10:00:00.007Z","reference":"src_01m8nv53as2g6fm0g2j8y384nv"},{"row":"decision","id":"dec_01m8nv53at1k53tqbst4af714g","at":"2026-09-01T10:00:00.007Z","actor":"user","subject":"learning:2","verdict":"confirm","reason":"","content_hash":"cf7b3e1f78dd6a6c397bd5977ab054c0d6afb454e24ffdb44c68e027d08afa25"}]}',NULL);
INSERT INTO "journal" VALUES(3,'jrn_01m8nv53b4srb4kxakgkefjgct','2026-09-01T10:00:00.009Z','agent:x','propose','{"operations":[{"op":"create","content":"Deploys are on Tuesdays","kind":"semantic","stance":"claim","detail":"","slot":"deploy day","project":"","valid_from":"2026-01-01","target":"","evidence":[{"source":"src_01m8nv53apxwqgsp5yg49y2jb2","quote":"deploy only on Tuesdays"}]},{"op":"create","content":"Deploys are on Mondays","kind":"semantic","stance":"claim","detail":"","slot":"deploy day","project":"","valid_from":"2026-03-01","target":"","evidence":[{"source":"src_01m8nv53apxwqgsp5yg49y2jb2","quote":"deploy only on Tuesdays"}]},{"op":"create","content":"没有依据的话","kind":"semantic","stance":"claim","detail":"","slot":"","project":"","valid_from":"","target":"","evidence":[]},{"op":"create","content":"Another without a quote","kind":"semantic","stance":"claim","detail":"","slot":"","project":"","valid_from":"","target":"","evidence":[]}]}','{"touched":["mem_01m8nv53b2ac5cbxje0fc67jqc","mem_01m8nv53b2ac5cbxje0j07pjen"],"results":[{"verdict":"applied","reason":"quoted","memory":"mem_01m8nv53b2ac5cbxje0fc67jqc","proposal":"","hint":""},{"verdict":"applied","reason":"quoted","memory":"mem_01m8nv53b2ac5cbxje0j07pjen","proposal":"","hint":""},{"verdict":"review","reason":"no_evidence","memory":"","proposal":"prp_01m8nv53b3bgzdvq1wbmnx6ewj","hint":"the user types: pmi review approve nx6ewj"},{"verdict":"review","reason":"no_evidence","memory":"","proposal":"prp_01m8nv53b3bgzdvq1wbpjm825z","hint":"the user types: pmi review approve jm825z"}],"effects":[{"row":"memory","id":"mem_01m8nv53b2ac5cbxje0fc67jqc","slug":"deploys-are-tuesdays","kind":"semantic","stance":"claim","content":"Deploys are on Tuesdays","content_key":"0f368dfe806601e660b0f1da0ec27707","detail":"","project":"","slot":"deploy day","valid_from":"2026-01-01","holds_from":"2026-01-01","said_at":"2026-09-01T10:00:00.003Z","recorded_at":"2026-09-01T10:00:00.009Z","claim_trust":"owner","by_user":0},{"row":"evidence","id":"evi_01m8nv53b2ac5cbxje0fsje0ss","memory":"mem_01m8nv53b2ac5cbxje0fc67jqc","version":"ver_01m8nv53apxwqgsp5yg7yth7sh","quote":"deploy only on Tuesdays","start":3,"end":26,"trust":"owner","reference":"src_01m8nv53apxwqgsp5yg49y2jb2","said_at":"2026-09-01T10:00:00.003Z"},{"row":"memory","id":"mem_01m8nv53b2ac5cbxje0j07pjen","slug":"deploys-are-mondays","kind":"semantic","stance":"claim","content":"Deploys are on Mondays","content_key":"5c6902d4e985be950ab2bd0e033b94a7","detail":"","project":"","slot":"deploy day","valid_from":"2026-03-01","holds_from":"2026-03-01","said_at":"2026-09-01T10:00:00.003Z","recorded_at":"2026-09-01T10:00:00.009Z","claim_trust":"owner","by_user":0},{"row":"evidence","id":"evi_01m8nv53b2ac5cbxje0n6hdfg3","memory":"mem_01m8nv53b2ac5cbxje0j07pjen","version":"ver_01m8nv53apxwqgsp5yg7yth7sh","quote":"deploy only on Tuesdays","start":3,"end":26,"trust":"owner","reference":"src_01m8nv53apxwqgsp5yg49y2jb2","said_at":"2026-09-01T10:00:00.003Z"},{"row":"proposal","id":"prp_01m8nv53b3bgzdvq1wbmnx6ewj","at":"2026-09-01T10:00:00.009Z","actor":"agent:x","reason":"no_evidence","operation":"{\"op\": \"create\", \"content\": \"没有依据的话\", \"kind\": \"semantic\", \"stance\": \"claim\", \"detail\": \"\", \"slot\": \"\", \"project\": \"\", \"valid_from\": \"\", \"target\": \"\", \"evidence\": []}","evidence":"[]"},{"row":"proposal","id":"prp_01m8nv53b3bgzdvq1wbpjm825z","at":"2026-09-01T10:00:00.009Z","actor":"agent:x","reason":"no_evidence","operation":"{\"op\": \"create\", \"content\": \"Another without a quote\", \"kind\": \"semantic\", \"stance\": \"claim\", \"detail\": \"\", \"slot\": \"\", \"project\": \"\", \"valid_from\": \"\", \"target\": \"\", \"evidence\": []}","evidence":"[]"}],"settings":{"inferred_create":"review"}}',NULL);
INSERT INTO "journal" VALUES(4,'jrn_01m8nv53b6ds7zz388vyyekgzv','2026-09-01T10:00:00.011Z','user','reject','{"subjects":["prp_01m8nv53b3bgzdvq1wbpjm825z"],"reason":"no"}','{"touched":[],"results":[{"subject":"prp_01m8nv53b3bgzdvq1wbpjm825z"}],"effects":[{"row":"decision","id":"dec_01m8nv53b5jaryye939dbcjtx9","at":"2026-09-01T10:00:00.011Z","actor":"user","subject":"prp_01m8nv53b3bgzdvq1wbpjm825z","verdict":"reject","reason":"no","content_hash":"444bbe7834204bd7437f3b00c0d88d9ef56467e22b7ecfb1514c730062b352a9"}]}',NULL);
INSERT INTO "journal" VALUES(5,'jrn_01m8nv53b7g5r3b49j0g8n9ybv','2026-09-01T10:00:00.013Z','user','propose','{"operations":[{"op":"create","content":"Taken back","kind":"semantic","stance":"claim","detail":"","slot":"","project":"","valid_from":"","target":"","evidence":[]}]}','{"touched":["mem_01m8nv53b6ds7zz388w27zjj39"],"results":[{"verdict":"applied","reason":"user","memory":"mem_01m8nv53b6ds7zz388w27zjj39","proposal":"","hint":""}],"effects":[{"row":"memory","id":"mem_01m8nv53b6ds7zz388w27zjj39","slug":"taken-back","kind":"semantic","stance":"claim","content":"Taken back","content_key":"889e5f437ce5f237712a5485b2e9388c","detail":"","project":"","slot":"","valid_from":"","holds_from":"2026-09-01","said_at":"2026-09-01T10:00:00.013Z","recorded_at":"2026-09-01T10:00:00.013Z","claim_trust":"owner","by_user":1}],"settings":{"inferred_create":"review"}}',NULL);
INSERT INTO "journal" VALUES(6,'jrn_01m8nv53bbgm76agjp5kwra3tw','2026-09-01T10:00:00.015Z','user','undo','{"entry":5}','{"touched":["mem_01m8nv53b6ds7zz388w27zjj39"],"results":[{"op":"propose"}],"effects":[]}',NULL);
INSERT INTO "journal" VALUES(7,'jrn_01m8nv53bcyd091c5jh07hjgvs','2026-09-01T10:00:00.017Z','user','propose','{"operations":[{"op":"archive","content":"","kind":"semantic","stance":"claim","detail":"","slot":"","project":"","valid_from":"","target":"mem_01m8nv53b2ac5cbxje0j07pjen","evidence":[]}]}','{"touched":["mem_01m8nv53b2ac5cbxje0j07pjen"],"results":[{"verdict":"applied","reason":"user","memory":"mem_01m8nv53b2ac5cbxje0j07pjen","proposal":"","hint":""}],"effects":[{"row":"decision","id":"dec_01m8nv53bcyd091c5jgxv96yay","at":"2026-09-01T10:00:00.017Z","actor":"user","subject":"mem_01m8nv53b2ac5cbxje0j07pjen","verdict":"archive","reason":"","content_hash":"4027fc7936f0371ba36acaef895e7d79d6a32483a86c3cb44ab87d0c37e55883"}],"settings":{"inferred_create":"review"}}',NULL);
INSERT INTO "journal" VALUES(8,'jrn_01m8pdasm1z6wx4sycx7pkmxx9','2026-10-01T10:00:00.001Z','user','propose','{"operations":[{"op":"create","content":"The staging server is heron-2","kind":"project","stance":"claim","slot":"server/staging","entities":[{"name":"Heron","kind":"project","summary":"The flight planner","parent":"","aliases":["苍鹭"]}]},{"op":"create","content":"预发布环境只放匿名数据","kind":"decision","stance":"claim","entities":[{"name":"Heron","kind":"","summary":"","parent":"","aliases":[]}]}]}','{"touched":["mem_01m8pdaskz7ptx8xf3csd184m6","mem_01m8pdasm1z6wx4sycx3bxt8qm"],"results":[{"verdict":"applied","reason":"user","memory":"mem_01m8pdaskz7ptx8xf3csd184m6","proposal":"","hint":"","number":0,"superseded":""},{"verdict":"applied","reason":"user","memory":"mem_01m8pdasm1z6wx4sycx3bxt8qm","proposal":"","hint":"","number":0,"superseded":""}],"effects":[{"row":"memory","id":"mem_01m8pdaskz7ptx8xf3csd184m6","slug":"staging-server-heron-2","kind":"project","stance":"claim","content":"The staging server is heron-2","content_key":"655585263ffc3f0087a4682718d7594f","detail":"","project":"","slot":"server/staging","valid_from":"","holds_from":"2026-10-01","ends":"","said_at":"2026-10-01T10:00:00.001Z","recorded_at":"2026-10-01T10:00:00.001Z","claim_trust":"owner","by_user":1},{"row":"entity","id":"ent_01m8pdaskz7ptx8xf3cvvn7art","name":"Heron","name_key":"heron","at":"2026-10-01T10:00:00.001Z"},{"row":"entity_fact","id":"fct_01m8pdasm08dyw5fgnmy6xkygn","entity":"ent_01m8pdaskz7ptx8xf3cvvn7art","field":"kind","value":"project","value_key":"","at":"2026-10-01T10:00:00.001Z","actor":"user"},{"row":"entity_fact","id":"fct_01m8pdasm08dyw5fgnmzgzw1bw","entity":"ent_01m8pdaskz7ptx8xf3cvvn7art","field":"summary","value":"The flight planner","value_key":"","at":"2026-10-01T10:00:00.001Z","actor":"user"},{"row":"entity_fact","id":"fct_01m8pdasm08dyw5fgnn27f2q6w","entity":"ent_01m8pdaskz7ptx8xf3cvvn7art","field":"alias","value":"苍鹭","value_key":"苍鹭","at":"2026-10-01T10:00:00.001Z","actor":"user"},{"row":"memory_entity","id":"men_01m8pdasm08dyw5fgnn2cvh9bp","memory":"mem_01m8pdaskz7ptx8xf3csd184m6","entity":"ent_01m8pdaskz7ptx8xf3cvvn7art"},{"row":"memory","id":"mem_01m8pdasm1z6wx4sycx3bxt8qm","slug":"预发布环境只放匿名数据","kind":"decision","stance":"claim","content":"预发布环境只放匿名数据","content_key":"d0ec97b27c0eb666a32111f483de5da3","detail":"","project":"","slot":"","valid_from":"","holds_from":"2026-10-01","ends":"","said_at":"2026-10-01T10:00:00.001Z","recorded_at":"2026-10-01T10:00:00.001Z","claim_trust":"owner","by_user":1},{"row":"memory_entity","id":"men_01m8pdasm1z6wx4sycx4kw0jqh","memory":"mem_01m8pdasm1z6wx4sycx3bxt8qm","entity":"ent_01m8pdaskz7ptx8xf3cvvn7art"}],"settings":{"inferred_create":"review"}}',NULL);
INSERT INTO "journal" VALUES(9,'jrn_01m8pdasmdvgh3sk7vamj43wh0','2026-10-01T10:00:00.002Z','user','propose','{"operations":[{"op":"update","stance":"claim","detail":"since the move","target":"mem_01m8pdaskz7ptx8xf3csd184m6"},{"op":"link","stance":"claim","target":"mem_01m8pdaskz7ptx8xf3csd184m6","links":[{"type":"relates_to","target":"mem_01m8pdasm1z6wx4sycx3bxt8qm"}]}]}','{"touched":["mem_01m8pdaskz7ptx8xf3csd184m6","mem_01m8pdasm1z6wx4sycx3bxt8qm"],"results":[{"verdict":"applied","reason":"user","memory":"mem_01m8pdaskz7ptx8xf3csd184m6","proposal":"","hint":"","number":0,"superseded":""},{"verdict":"applied","reason":"user","memory":"mem_01m8pdaskz7ptx8xf3csd184m6","proposal":"","hint":"","number":0,"superseded":""}],"effects":[{"row":"memory_fact","id":"fct_01m8pdasmcte44xqgx6rtymm7k","memory":"mem_01m8pdaskz7ptx8xf3csd184m6","field":"detail","value":"since the move","at":"2026-10-01T10:00:00.002Z","actor":"user"},{"row":"decision","id":"dec_01m8pdasmcte44xqgx6sfp0bz4","at":"2026-10-01T10:00:00.002Z","actor":"user","subject":"mem_01m8pdaskz7ptx8xf3csd184m6","verdict":"confirm","reason":"","content_hash":"3a4762efe25a88639adc52aa4b674d1b73488340195e3049fb294fd153f09ec1"},{"row":"link","id":"lnk_01m8pdasmdvgh3sk7vak99tqge","memory":"mem_01m8pdaskz7ptx8xf3csd184m6","type":"relates_to","target":"mem_01m8pdasm1z6wx4sycx3bxt8qm","at":"2026-10-01T10:00:00.002Z","actor":"user"}],"settings":{"inferred_create":"review"}}',NULL);
INSERT INTO "journal" VALUES(10,'jrn_01m8pdasmpj12hs5yw4fx3de1e','2026-10-01T10:00:00.003Z','agent:x','propose','{"operations":[{"op":"create","content":"Nothing stands behind this","kind":"semantic","stance":"claim"}]}','{"touched":[],"results":[{"verdict":"review","reason":"no_evidence","memory":"","proposal":"prp_01m8pdasmpj12hs5yw4eh8sn24","hint":"the user types: pmi review approve 3","number":3,"superseded":""}],"effects":[{"row":"proposal","id":"prp_01m8pdasmpj12hs5yw4eh8sn24","at":"2026-10-01T10:00:00.003Z","actor":"agent:x","reason":"no_evidence","operation":"{\"op\": \"create\", \"content\": \"Nothing stands behind this\", \"kind\": \"semantic\", \"stance\": \"claim\"}","evidence":"[]"},{"row":"review","number":3,"subject":"prp_01m8pdasmpj12hs5yw4eh8sn24","at":"2026-10-01T10:00:00.003Z","actor":"agent:x","reason":"no_evidence"}],"settings":{"inferred_create":"review"}}',NULL);
INSERT INTO "journal" VALUES(11,'jrn_01m8pdasn5mh539b48xj37jcf1','2026-10-01T10:00:00.004Z','user','reject','{"subjects":["prp_01m8pdasmpj12hs5yw4eh8sn24"],"reason":""}','{"touched":[],"results":[{"subject":"prp_01m8pdasmpj12hs5yw4eh8sn24"}],"effects":[{"row":"decision","id":"dec_01m8pdasn5mh539b48xgnh2yeh","at":"2026-10-01T10:00:00.004Z","actor":"user","subject":"prp_01m8pdasmpj12hs5yw4eh8sn24","verdict":"reject","reason":"","content_hash":"9b6fb4afa600bd9877a591e29aca6ebe90d946d248f0ffed50a7769e84bdd262"}]}',NULL);
CREATE TABLE learning (
        number INTEGER PRIMARY KEY CHECK (number > 0),
        text TEXT NOT NULL,
        kind TEXT NOT NULL,
        project TEXT NOT NULL,
        memory TEXT NOT NULL,
        at TEXT NOT NULL,
        reference TEXT NOT NULL,
        entry INTEGER NOT NULL,
        -- placed
        status TEXT NOT NULL DEFAULT 'pending'
            CHECK (status IN ('pending', 'confirmed', 'rejected', 'undone'))
    ) STRICT
    ;
INSERT INTO "learning" VALUES(1,'we deploy only on Tuesdays','preference','','mem_01m8nv53angmpy429265m2d9ch','2026-09-01T10:00:00.003Z','src_01m8nv53apxwqgsp5yg49y2jb2',1,'confirmed');
INSERT INTO "learning" VALUES(2,'用 pnpm，不用 npm','preference','git:code.example/team/app','mem_01m8nv53as2g6fm0g2j5ary4a7','2026-09-01T10:00:00.007Z','src_01m8nv53as2g6fm0g2j8y384nv',2,'confirmed');
CREATE TABLE link (
        id TEXT PRIMARY KEY,
        memory TEXT NOT NULL REFERENCES memory (id),
        type TEXT NOT NULL CHECK (type IN ('contradicts', 'answers', 'supports', 'part_of',
            'relates_to', 'caused_by')),
        target TEXT NOT NULL REFERENCES memory (id),
        at TEXT NOT NULL,
        actor TEXT NOT NULL,
        entry INTEGER NOT NULL
    ) STRICT
    ;
INSERT INTO "link" VALUES('lnk_01m8pdasmdvgh3sk7vak99tqge','mem_01m8pdaskz7ptx8xf3csd184m6','relates_to','mem_01m8pdasm1z6wx4sycx3bxt8qm','2026-10-01T10:00:00.002Z','user',9);
CREATE TABLE memory (
        id TEXT PRIMARY KEY,
        slug TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL CHECK (kind IN ('episodic', 'semantic', 'project', 'person',
            'decision', 'procedure', 'preference')),
        stance TEXT NOT NULL CHECK (stance IN ('claim', 'question')),
        content TEXT NOT NULL CHECK (content <> ''),
        content_key TEXT NOT NULL,
        detail TEXT NOT NULL,
        project TEXT NOT NULL,
        slot TEXT NOT NULL,
        valid_from TEXT NOT NULL,
        holds_from TEXT NOT NULL,
        said_at TEXT NOT NULL,
        recorded_at TEXT NOT NULL,
        claim_trust TEXT NOT NULL CHECK (claim_trust IN ('owner', 'agent', 'external')),
        by_user INTEGER NOT NULL CHECK (by_user IN (0, 1)),
        entry INTEGER NOT NULL,
        -- placed
        status TEXT NOT NULL DEFAULT 'disputed' CHECK (status IN ('active', 'superseded',
            'disputed', 'archived', 'merged')),
        verification TEXT NOT NULL DEFAULT 'inferred' CHECK (verification IN (
            'user_confirmed', 'source_backed', 'inferred')),
        trust TEXT NOT NULL DEFAULT 'external' CHECK (trust IN ('owner', 'agent', 'external')),
        valid_to TEXT NOT NULL DEFAULT '',
        successor TEXT NOT NULL DEFAULT '',
        merged_into TEXT NOT NULL DEFAULT '', ends TEXT NOT NULL DEFAULT '', given TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(given)),
        CHECK ((status = 'merged') = (merged_into <> ''))
    ) STRICT
    ;
INSERT INTO "memory" VALUES('mem_01m8nv53angmpy429265m2d9ch','deploy-only-tuesdays','preference','claim','we deploy only on Tuesdays','bd1c40fc1078c5f1b9bb77fdfd632645','','','','','2026-09-01','2026-09-01T10:00:00.001Z','2026-09-01T10:00:00.003Z','owner',1,1,'active','user_confirmed','owner','','','','','{"slug":"deploy-only-tuesdays","kind":"preference","detail":"","slot":"","ends":""}');
INSERT INTO "memory" VALUES('mem_01m8nv53as2g6fm0g2j5ary4a7','用-pnpm-不用-npm','preference','claim','用 pnpm，不用 npm','6a8ce84447c86cdc07bbc4cdc3ae3c02','','git:code.example/team/app','','','2026-09-01','2026-09-01T10:00:00.005Z','2026-09-01T10:00:00.007Z','owner',1,2,'active','user_confirmed','owner','','','','','{"slug":"用-pnpm-不用-npm","kind":"preference","detail":"","slot":"","ends":""}');
INSERT INTO "memory" VALUES('mem_01m8nv53b2ac5cbxje0fc67jqc','deploys-are-tuesdays','semantic','claim','Deploys are on Tuesdays','0f368dfe806601e660b0f1da0ec27707','','','deploy day','2026-01-01','2026-01-01','2026-09-01T10:00:00.003Z','2026-09-01T10:00:00.009Z','owner',0,3,'superseded','source_backed','owner','2026-03-01','mem_01m8nv53b2ac5cbxje0j07pjen','','','{"slug":"deploys-are-tuesdays","kind":"semantic","detail":"","slot":"deploy day","ends":""}');
INSERT INTO "memory" VALUES('mem_01m8nv53b2ac5cbxje0j07pjen','deploys-are-mondays','semantic','claim','Deploys are on Mondays','5c6902d4e985be950ab2bd0e033b94a7','','','deploy day','2026-03-01','2026-03-01','2026-09-01T10:00:00.003Z','2026-09-01T10:00:00.009Z','owner',0,3,'archived','source_backed','owner','','','','','{"slug":"deploys-are-mondays","kind":"semantic","detail":"","slot":"deploy day","ends":""}');
INSERT INTO "memory" VALUES('mem_01m8pdaskz7ptx8xf3csd184m6','staging-server-heron-2','project','claim','The staging server is heron-2','655585263ffc3f0087a4682718d7594f','since the move','','server/staging','','2026-10-01','2026-10-01T10:00:00.001Z','2026-10-01T10:00:00.001Z','owner',1,8,'active','user_confirmed','owner','','','','','{"slug":"staging-server-heron-2","kind":"project","detail":"","slot":"server/staging","ends":""}');
INSERT INTO "memory" VALUES('mem_01m8pdasm1z6wx4sycx3bxt8qm','预发布环境只放匿名数据','decision','claim','预发布环境只放匿名数据','d0ec97b27c0eb666a32111f483de5da3','','','','','2026-10-01','2026-10-01T10:00:00.001Z','2026-10-01T10:00:00.001Z','owner',1,8,'active','user_confirmed','owner','','','','','{"slug":"预发布环境只放匿名数据","kind":"decision","detail":"","slot":"","ends":""}');
CREATE TABLE memory_entity (
        id TEXT PRIMARY KEY,
        memory TEXT NOT NULL REFERENCES memory (id),
        entity TEXT NOT NULL REFERENCES entity (id),
        entry INTEGER NOT NULL
    ) STRICT
    ;
INSERT INTO "memory_entity" VALUES('men_01m8pdasm08dyw5fgnn2cvh9bp','mem_01m8pdaskz7ptx8xf3csd184m6','ent_01m8pdaskz7ptx8xf3cvvn7art',8);
INSERT INTO "memory_entity" VALUES('men_01m8pdasm1z6wx4sycx4kw0jqh','mem_01m8pdasm1z6wx4sycx3bxt8qm','ent_01m8pdaskz7ptx8xf3cvvn7art',8);
CREATE TABLE memory_fact (
        id TEXT PRIMARY KEY,
        memory TEXT NOT NULL REFERENCES memory (id),
        field TEXT NOT NULL CHECK (field IN ('slug', 'kind', 'detail', 'slot', 'ends')),
        value TEXT NOT NULL,
        at TEXT NOT NULL,
        actor TEXT NOT NULL,
        entry INTEGER NOT NULL
    ) STRICT
    ;
INSERT INTO "memory_fact" VALUES('fct_01m8pdasmcte44xqgx6rtymm7k','mem_01m8pdaskz7ptx8xf3csd184m6','detail','since the move','2026-10-01T10:00:00.002Z','user',9);
CREATE TABLE migration (name TEXT PRIMARY KEY, applied_at TEXT) STRICT;
INSERT INTO "migration" VALUES('m001_journal_and_memories','2026-10-01T10:00:00.000Z');
INSERT INTO "migration" VALUES('m002_evidence','2026-10-01T10:00:00.000Z');
CREATE TABLE proposal (
        id TEXT PRIMARY KEY,
        at TEXT NOT NULL,
        actor TEXT NOT NULL,
        reason TEXT NOT NULL,
        operation TEXT NOT NULL CHECK (json_valid(operation)),
        evidence TEXT NOT NULL CHECK (json_valid(evidence)),
        entry INTEGER NOT NULL,
        -- placed
        status TEXT NOT NULL DEFAULT 'pending'
            CHECK (status IN ('pending', 'approved', 'rejected'))
    ) STRICT
    ;
INSERT INTO "proposal" VALUES('prp_01m8nv53b3bgzdvq1wbmnx6ewj','2026-09-01T10:00:00.009Z','agent:x','no_evidence','{"op": "create", "content": "没有依据的话", "kind": "semantic", "stance": "claim", "detail": "", "slot": "", "project": "", "valid_from": "", "target": "", "evidence": []}','[]',3,'pending');
INSERT INTO "proposal" VALUES('prp_01m8nv53b3bgzdvq1wbpjm825z','2026-09-01T10:00:00.009Z','agent:x','no_evidence','{"op": "create", "content": "Another without a quote", "kind": "semantic", "stance": "claim", "detail": "", "slot": "", "project": "", "valid_from": "", "target": "", "evidence": []}','[]',3,'rejected');
INSERT INTO "proposal" VALUES('prp_01m8pdasmpj12hs5yw4eh8sn24','2026-10-01T10:00:00.003Z','agent:x','no_evidence','{"op": "create", "content": "Nothing stands behind this", "kind": "semantic", "stance": "claim"}','[]',10,'rejected');
CREATE TABLE review (
        number INTEGER PRIMARY KEY CHECK (number > 0),
        subject TEXT NOT NULL,
        at TEXT NOT NULL,
        actor TEXT NOT NULL,
        reason TEXT NOT NULL,
        entry INTEGER NOT NULL
    ) STRICT
    ;
INSERT INTO "review" VALUES(3,'prp_01m8pdasmpj12hs5yw4eh8sn24','2026-10-01T10:00:00.003Z','agent:x','no_evidence',10);
CREATE TABLE source (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('text', 'file', 'url', 'conversation')),
        origin_key TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        url TEXT NOT NULL,
        trust TEXT NOT NULL CHECK (trust IN ('owner', 'agent', 'external')),
        at TEXT NOT NULL,
        entry INTEGER NOT NULL
    ) STRICT
    ;
INSERT INTO "source" VALUES('src_01m8nv53apxwqgsp5yg49y2jb2','text','said:01m8nv53adeffkqknzxmrpdafp','','','owner','2026-09-01T10:00:00.003Z',1);
INSERT INTO "source" VALUES('src_01m8nv53as2g6fm0g2j8y384nv','text','said:01m8nv53as2g6fm0g2j507mven','','','owner','2026-09-01T10:00:00.007Z',2);
CREATE TABLE source_version (
        id TEXT PRIMARY KEY,
        source TEXT NOT NULL REFERENCES source (id),
        at TEXT NOT NULL,
        source_time TEXT NOT NULL,
        content_hash TEXT NOT NULL,
        read_hash TEXT NOT NULL,
        chars INTEGER NOT NULL,
        trust TEXT NOT NULL CHECK (trust IN ('', 'owner', 'agent', 'external')),
        text TEXT NOT NULL,
        entry INTEGER NOT NULL
    ) STRICT
    ;
INSERT INTO "source_version" VALUES('ver_01m8nv53apxwqgsp5yg7yth7sh','src_01m8nv53apxwqgsp5yg49y2jb2','2026-09-01T10:00:00.003Z','','8d4a3d50010861b0d2e77c72c688328f56ef1b92ea2080ccbbc2da2b2be75f20','',26,'','we deploy only on Tuesdays',1);
INSERT INTO "source_version" VALUES('ver_01m8nv53as2g6fm0g2j9rh0fd1','src_01m8nv53as2g6fm0g2j8y384nv','2026-09-01T10:00:00.007Z','','cf7b3e1f78dd6a6c397bd5977ab054c0d6afb454e24ffdb44c68e027d08afa25','',13,'','用 pnpm，不用 npm',2);
CREATE TABLE tombstone (
        id TEXT PRIMARY KEY,
        at TEXT NOT NULL,
        reason TEXT NOT NULL
    ) STRICT
    ;
CREATE UNIQUE INDEX memory_one_active_per_slot ON memory (project, slot)
        WHERE status = 'active' AND slot <> '' AND stance = 'claim'
    ;
CREATE INDEX memory_by_slot ON memory (project, slot) WHERE slot <> '';
CREATE INDEX memory_by_content ON memory (content_key, project);
CREATE INDEX memory_by_status ON memory (status, project);
CREATE INDEX memory_by_entry ON memory (entry);
CREATE INDEX memory_by_merged ON memory (merged_into) WHERE merged_into <> '';
CREATE INDEX memory_by_ending ON memory (substr(id, -6));
CREATE INDEX proposal_by_status ON proposal (status);
CREATE INDEX proposal_by_entry ON proposal (entry);
CREATE INDEX learning_by_memory ON learning (memory);
CREATE INDEX learning_by_entry ON learning (entry);
CREATE INDEX decision_by_subject ON decision (subject);
CREATE INDEX decision_by_entry ON decision (entry);
CREATE INDEX source_by_url ON source (url) WHERE url <> '';
CREATE INDEX source_version_by_source ON source_version (source);
CREATE INDEX source_version_by_hash ON source_version (content_hash);
CREATE INDEX source_version_by_entry ON source_version (entry);
CREATE INDEX source_version_by_read_hash ON source_version (read_hash) WHERE read_hash <> '';
CREATE INDEX evidence_by_memory ON evidence (memory);
CREATE INDEX evidence_by_version ON evidence (version);
CREATE INDEX evidence_by_entry ON evidence (entry);
CREATE INDEX memory_by_successor ON memory (successor) WHERE successor <> '';
CREATE INDEX memory_fact_by_memory ON memory_fact (memory);
CREATE INDEX memory_fact_by_entry ON memory_fact (entry);
CREATE INDEX link_by_memory ON link (memory);
CREATE INDEX link_by_target ON link (target);
CREATE INDEX link_by_entry ON link (entry);
CREATE INDEX entity_by_key ON entity (name_key);
CREATE INDEX entity_by_entry ON entity (entry);
CREATE INDEX entity_fact_by_entity ON entity_fact (entity);
CREATE INDEX entity_fact_by_key ON entity_fact (value_key) WHERE field = 'alias';
CREATE INDEX entity_fact_by_entry ON entity_fact (entry);
CREATE INDEX memory_entity_by_memory ON memory_entity (memory);
CREATE INDEX memory_entity_by_entity ON memory_entity (entity);
CREATE INDEX memory_entity_by_entry ON memory_entity (entry);
CREATE TRIGGER journal_is_never_shortened BEFORE DELETE ON journal
        BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE INDEX review_by_subject ON review (subject);
CREATE INDEX review_by_entry ON review (entry);
COMMIT;
