package packed

// dictionary1 is what proofs have in common, as canonical JSON orders and spells it, with
// the likeliest last. It never changes, as addresses in use depend on each of its bytes: a
// better one gets another version.
const dictionary1 = `eyJhbGciOiJFZERTQSIsImtpZCI6Ii` + // {"alg":"EdDSA","kid":" in base64url
	`{"payload":"","payloadType":"application/vnd.in-toto+json","signatures":[{"keyid":"","sig":"` +
	`"signatures":[{"header":{"kid":""},"protected":"","signature":"` +
	`untrusted comment: signature from minisign secret key` + "\n" + `trusted comment: timestamp:` +
	"\tfile:\thashed\n" + `c2sp.org/tlog-proof@v1` + "\nextra \nindex \n\n— \n" +
	`{"@context":["https://www.w3.org/ns/credentials/v2",` +
	`"https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"],"awardedDate":"2026-` +
	`"credentialStatus":{"id":"","statusListIndex":"","statusListCredential":"",` +
	`"credentialSubject":{"achievement":{"achievementType":"","criteria":{"narrative":` +
	`"The submission was evaluated and scored in "},"description":"A score in ","id":"urn:uuid:",` +
	`"image":{"id":"","type":"Image"},"name":"","resultDescription":[{"id":"urn:uuid:","name":"Score",` +
	`"resultType":"RawScore","type":["ResultDescription"],"valueMax":"100","valueMin":"0"}],` +
	`"type":["Achievement"]},"identifier":[{"hashed":false,"identityHash":"",` +
	`"identityType":"systemId","type":"IdentityObject"}],"result":[{"resultDescription":"",` +
	`"type":["Result"],"value":""}],"type":["AchievementSubject"]},"id":"urn:uuid:",` +
	`"issuer":{"id":"did:key:z6Mk","name":"","type":["Profile"]},` +
	`"type":["VerifiableCredential","OpenBadgeCredential"],"validFrom":"","validUntil":""}` +
	`{"accuracy":"agent":"analysis":"attempt_id":"breakdown":{"call_efficiency":"challenge":` +
	`"challenge_slug":"challenge_title":"code_quality":"code_sha256":"completed_at":` +
	`"completeness":"composite":"composite_score":"dimensions":{"draws":"elo":"elo_rating":` +
	`"evaluator_id":"evaluator_public_key":"hotkey":"losses":"match_id":"max_score":` +
	`"methodology":"miner":"model":"name":"outcome":"participant_id":"place":"points":` +
	`"position":"public_key":"rating":"rating_after":"rating_before":"result":"win","loss",` +
	`"draw","rules":"rules_version":"rulebook":"run_id":"runner_id":"score":"score_breakdown":{` +
	`"scored_at":"scores":{"season":"signature":"started_at":"task_id":"tier":"timestamp":` +
	`"token_efficiency":"total":"total_score":"track":"weights":{"wins":false,true,null,` +
	`0.25,0.3,0.15,0.1,0.35,0.5,` +
	`{"agent_id":"","agent_name":"","arena":"airena","challenge_id":"","challenge_name":"",` +
	`"code_hash":"","competitions":1,"correctness":100,"elo_after":1200,"elo_before":1200,` +
	`"entrants":10,"evaluated_at":"2026-01-01T00:00:00Z","evaluator":"",` +
	`"evaluator_pubkey":"","evaluator_signature":"","execution_time_ms":1000,` +
	`"fastest_time_ms":1000,"final_score":90,"passed_tests":40,"process":80,` +
	`"proof":{"created":"2026-01-01T00:00:00Z","cryptosuite":"eddsa-jcs-2022",` +
	`"proofPurpose":"assertionMethod","proofValue":"z","type":"DataIntegrityProof",` +
	`"verificationMethod":"did:key:z6Mk#z6Mk"},"quality":90,"rank":1,` +
	`"scoring_weights":{"correctness":0.4,"process":0.2,"quality":0.2,"speed":0.2},"speed":90,` +
	`"submission_id":"","submitted_at":"2026-01-01T00:00:00Z","total_tests":40,` +
	`"version":"tallyproof-score/1"}`
