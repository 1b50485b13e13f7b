/** Sends what is written on the page of the mailboxes, and shows the mailbox it was sent from. */
document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const body = JSON.stringify(Object.fromEntries(new FormData(form)));
  const answer = await fetch("/post/demo", { method: "POST", headers: { "content-type": "application/json" }, body });
  const told = await answer.json();
  if (answer.ok) location.search = `?box=${encodeURIComponent(told.box)}`;
  else form.querySelector("output").textContent = told.detail;
});
