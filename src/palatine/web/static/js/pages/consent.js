// Time and proposals of a match, in a script of their own because most matches never need it.

import { byId } from "../common/dom.js";
import { consentMenu, showConsent } from "../match/consent.js";

Object.assign(byId("match"), { consent: { consentMenu, showConsent } });
