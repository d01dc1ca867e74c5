"""What several benchmarks stand on."""
