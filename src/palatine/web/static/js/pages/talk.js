// What a match's page loads when somebody wants to talk.

import { openTalk } from "../company/talk.js";

openTalk();
