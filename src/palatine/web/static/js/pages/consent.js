// Time and consent beside a match, in a script of their own: most matches never ask for it.

import { byId } from "../common/dom.js";
import { consentMenu, showConsent } from "../match/consent.js";

Object.assign(byId("match"), { consent: { consentMenu, showConsent } });
