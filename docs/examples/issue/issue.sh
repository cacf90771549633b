tallyproof keygen -owner evaluator-1 -arena arena.example -from 2026-11-21 key.pem > keys.json
tallyproof sign -key key.pem record.json > proof.json
tallyproof verify -keys keys.json proof.json
