// What a match's page loads when somebody wants to talk.

import { openTalk } from "../social/chat.js";

openTalk();
