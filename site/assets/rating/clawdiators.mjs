// The page of a Clawdiators rating: how its links are written, then its calculators.

import "./clawdiators-links.mjs";
import "../app/start.mjs";
