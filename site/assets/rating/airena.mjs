// The page of an AiRENA rating: how its links are written, then its calculators.

import "./airena-links.mjs";
import "../app/start.mjs";
