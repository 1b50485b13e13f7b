// Talk is loaded when it is asked for: most who open a match only play.

import { element } from "../common/dom.js";

const button = document.getElementById("open-talk");
button?.addEventListener("click", () => {
  document.head.append(
    element("link", { rel: "stylesheet", href: button.dataset.style }),
    element("script", { type: "module", src: button.dataset.script }),
  );
}, { once: true });
