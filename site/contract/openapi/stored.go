package openapi

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/contract/schema"
	"github.com/tallyproof/tallyproof/site/web"
)

// stored returns the paths of stored proofs, for hosts with a database.
func stored() schema.Members {
	all := schema.Members{{web.Proofs, storing()}}
	for _, r := range web.Routes {
		if r.ID != "" {
			all.Add(r.JSON, reading(r))
		}
	}
	return all
}

// storing returns the path to which proofs are posted.
func storing() schema.Members {
	return schema.Members{{"post", schema.Members{
		{"operationId", "storeProof"},
		{"summary", "Store a proof."},
		{"description", "The body is the proof, byte for byte as it was published. Its Content-Type is ignored. The proof " +
			"is stored if proof.verify finds it authentic under the host's keys: the signature is the permission. The host " +
			"stores one signature and the bytes that it signs, at most 16 KiB. If the proof was stored before, the status is " +
			"200 and nothing is changed. A signed withdrawal or replacement of a stored proof is posted here too: a record " +
			"with type, of, arena, reason and, in a replacement, by."},
		{"requestBody", schema.Members{{"required", true}, {"content", schema.Members{
			{"application/json", schema.Members{{"schema",
				schema.Node{Description: "A proof that is JSON, of at most 64 KiB."}}}},
			{"text/plain", schema.Members{{"schema", schema.Node{Type: "string",
				Description: "A proof in another text format, of at most 64 KiB."}}}},
		}}}},
		{"responses", responses(
			gives(http.StatusOK, "The proof was stored before.", op.SchemaOf[web.Kept]()),
			gives(http.StatusCreated, "The proof is stored. Location is its page.", op.SchemaOf[web.Kept]()),
			refused(http.StatusBadRequest, "The proof cannot be read."),
			refused(http.StatusForbidden, "The proof is not authentic under the host's keys."),
			refused(http.StatusMethodNotAllowed, "The method is not POST."),
			refused(http.StatusConflict, "Another score of the same submission is stored, and this proof does not replace it."),
			refused(http.StatusRequestEntityTooLarge,
				"The proof is over 64 KiB, or its signed bytes and their signature are over 16 KiB."),
			refused(http.StatusUnprocessableEntity,
				"A member is not signed, is not an id or not a number, or the signer may not make this change."),
			refused(http.StatusTooManyRequests,
				"The key has reached its limit for the day. Retry-After has the seconds until the next day."),
			refused(http.StatusInternalServerError, "The database did not answer."),
			refused(http.StatusServiceUnavailable, "The host is busy, or cannot write to its database."),
		)},
	}}}
}

// reading returns a path that is read with GET, and with HEAD.
func reading(r web.Route) schema.Members {
	parameters := []schema.Members{}
	for _, p := range r.Parameters {
		parameters = append(parameters, parameter(r, p))
	}
	return schema.Members{{"get", schema.Members{
		{"operationId", r.ID},
		{"summary", r.Doc},
		{"parameters", parameters},
		{"responses", responses(
			gives(http.StatusOK, "The answer, with an ETag.", r.Response()),
			schema.Members{{"304", schema.Members{{"description",
				"The answer has not changed: its ETag is in If-None-Match."}}}},
			refused(http.StatusNotFound, "Nothing is stored there."),
			refused(http.StatusMethodNotAllowed, "The method is neither GET nor HEAD."),
			refused(http.StatusUnprocessableEntity, "A parameter is not valid."),
			refused(http.StatusInternalServerError, "The database did not answer."),
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
		{"content", schema.Members{{"application/problem+json",
			schema.Members{{"schema", schema.Node{Ref: schemaRef(storedProblem)}}}}}},
	}}}
}

// storedProblem is the name of a refusal by the store: it has codes and members
// that the engine's problems do not have.
const storedProblem = "StoredProblemDetails"

// parameter returns a part of the route's path, or of its query.
func parameter(r web.Route, p web.Parameter) schema.Members {
	in := "query"
	if strings.Contains(r.Pattern, "{"+p.Name+"}") {
		in = "path"
	}
	return schema.Members{
		{"name", p.Name}, {"in", in}, {"required", p.Required}, {"description", p.Doc},
		{"schema", schema.Node{Type: cmp.Or(p.Type, "string")}},
	}
}
