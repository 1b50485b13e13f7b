// The script that a match's page loads for its chat.

import { openChat } from "../social/chat.js";

openChat();
