// The script that a match's page loads for its chat.

import { openTalk } from "../social/chat.js";

openTalk();
