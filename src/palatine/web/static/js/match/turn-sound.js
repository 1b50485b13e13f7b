// A soft bell for the player's turn, off by default.

import { say } from "../common/messages.js";
import { browserStorage } from "../common/storage.js";

const button = document.getElementById("sound");
let on = browserStorage("sound") === "on";

function show() {
  if (!button) return;
  button.setAttribute("aria-pressed", String(on));
  button.title = say(on ? "sound.on" : "sound.off");
}

button?.addEventListener("click", () => {
  on = !on;
  browserStorage("sound", on ? "on" : null);
  show();
  if (on) playTurnSound();
});
show();

export function playTurnSound() {
  if (!on) return;
  try {
    const room = new AudioContext();
    [[523.25, 0], [783.99, 0.14]].forEach(([pitch, after]) => {
      const tone = room.createOscillator(), loud = room.createGain();
      const at = room.currentTime + after;
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0, at);
      loud.gain.linearRampToValueAtTime(0.12, at + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.0001, at + 1.1);
      tone.connect(loud).connect(room.destination);
      tone.start(at);
      tone.stop(at + 1.2);
    });
    setTimeout(() => room.close(), 1600);
  } catch { /* no sound here */ }
}
