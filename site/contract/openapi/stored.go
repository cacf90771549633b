package openapi

import (
	"net/http"
	"strconv"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/contract/schema"
	"github.com/tallyproof/tallyproof/site/web"
)

// stored are the paths of stored proofs, which hosts with a database have.
func stored() schema.Members {
	return schema.Members{
		{web.Proofs, schema.Members{{"post", schema.Members{
			{"operationId", "storeProof"},
			{"summary", "Store a proof."},
			{"description", "The body is the proof, byte for byte as it was published; its Content-Type says nothing. It is stored if proof.verify finds it authentic under the host's keys: the signature is the permission. What is stored is one signature and what it signs, at most 16 KiB. What was stored before answers 200 and is not changed. A signed withdrawal or replacement of a stored proof is posted here too: a record with type, of, arena, reason and, in a replacement, by."},
			{"requestBody", schema.Members{{"required", true}, {"content", schema.Members{
				{"application/json", schema.Members{{"schema", schema.Node{Description: "A proof that is JSON, of at most 64 KiB."}}}},
				{"text/plain", schema.Members{{"schema", schema.Node{Type: "string", Description: "A proof that is another text, of at most 64 KiB."}}}},
			}}}},
			{"responses", responses(
				gives(http.StatusOK, "The proof was stored before.", op.SchemaOf[web.Kept]()),
				gives(http.StatusCreated, "The proof is stored. Location is its page.", op.SchemaOf[web.Kept]()),
				refused(http.StatusBadRequest, "The proof cannot be read."),
				refused(http.StatusForbidden, "The proof is not authentic under the host's keys."),
				refused(http.StatusMethodNotAllowed, "The method is not POST."),
				refused(http.StatusConflict, "Another score of the same submission is stored, and this one does not replace it."),
				refused(http.StatusRequestEntityTooLarge, "The proof is over 64 KiB, or what is signed of it over 16 KiB."),
				refused(http.StatusUnprocessableEntity, "A member is not signed, is no id or no number, or the signer may not make this change."),
				refused(http.StatusTooManyRequests, "The key has stored what it may in a day. Retry-After says when the next begins."),
				refused(http.StatusInternalServerError, "The store did not answer."),
				refused(http.StatusServiceUnavailable, "The host cannot write to its database."),
			)},
		}}}},
		{"/p/{id}.json", reading("storedProof", "A stored proof, and what it proves now.", op.SchemaOf[web.Stored](), inPath("id", "The proof's id."))},
		{"/challenges/index.json", reading("challenges", "The challenges that have proofs, by arena and id, 50 at a time.", op.SchemaOf[web.ChallengeList](),
			inQuery("after", false, "string", "Arena and id, {arena}/{id}, of the challenge behind which the list goes on."))},
		{"/badge/index.json", reading("badges", "The badges of stored proofs, and what to paste to show them, 50 proofs at a time.", op.SchemaOf[web.BadgeList](), after)},
		{"/challenges/{arena}/{id}.json", reading("leaderboard", "A challenge's proofs, best first, 50 at a time.", op.SchemaOf[web.List](),
			inPath("arena", "The arena."), inPath("id", "The challenge."), after, apartFrom)},
		{"/agents/{arena}/{id}.json", reading("history", "An agent's proofs, the latest first, 50 at a time.", op.SchemaOf[web.List](),
			inPath("arena", "The arena."), inPath("id", "The agent."), after, apartFrom)},
		{"/oembed", reading("oembed", "What shows a stored proof on another site (oEmbed 1.0).", op.SchemaOf[web.OEmbed](),
			inQuery("url", true, "string", "Address of a proof's page on this host."),
			inQuery("format", false, "string", "json, the only one."),
			inQuery("maxwidth", false, "integer", "Most pixels of width."),
			inQuery("maxheight", false, "integer", "Most pixels of height."))},
	}
}

var after = inQuery("after", false, "string", "Id of the proof behind which the list goes on.")

var apartFrom = inQuery("apart", false, "string", "Id of the proof behind which those that do not count go on.")

// reading is a path that is read with GET, and with HEAD.
func reading(id, summary string, of *op.Schema, parameters ...schema.Members) schema.Members {
	return schema.Members{{"get", schema.Members{
		{"operationId", id},
		{"summary", summary},
		{"parameters", parameters},
		{"responses", responses(
			gives(http.StatusOK, "The answer, with an ETag.", of),
			schema.Members{{"304", schema.Members{{"description", "If-None-Match has the ETag."}}}},
			refused(http.StatusNotFound, "Nothing is stored there."),
			refused(http.StatusMethodNotAllowed, "The method is neither GET nor HEAD."),
			refused(http.StatusUnprocessableEntity, "A parameter is not what it should be."),
			refused(http.StatusInternalServerError, "The store did not answer."),
			refused(http.StatusServiceUnavailable, "The host has no database."),
		)},
	}}}
}

func responses(each ...schema.Members) (all schema.Members) {
	for _, m := range each {
		all = append(all, m...)
	}
	return all
}

func gives(status int, description string, of *op.Schema) schema.Members {
	return schema.Members{{strconv.Itoa(status), schema.Members{
		{"description", description},
		{"content", schema.Members{{"application/json", schema.Members{{"schema", schema.Whole(of)}}}}},
	}}}
}

func refused(status int, description string) schema.Members {
	return schema.Members{{strconv.Itoa(status), schema.Members{
		{"description", description},
		{"content", schema.Members{{"application/problem+json", schema.Members{{"schema", schema.Node{Ref: schemaRef(storedProblem)}}}}}},
	}}}
}

// storedProblem is the name of a refusal of what is stored: it has codes and
// members that the engine's problems have not.
const storedProblem = "StoredProblemDetails"

func inPath(name, description string) schema.Members {
	return parameter(name, "path", true, "string", description)
}

func inQuery(name string, required bool, kind, description string) schema.Members {
	return parameter(name, "query", required, kind, description)
}

func parameter(name, in string, required bool, kind, description string) schema.Members {
	return schema.Members{{"name", name}, {"in", in}, {"required", required}, {"description", description}, {"schema", schema.Node{Type: kind}}}
}
