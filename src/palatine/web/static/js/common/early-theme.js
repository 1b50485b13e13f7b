// Before anything is painted: the theme that was chosen here.
try {
  const kept = localStorage.getItem("palatine.theme");
  if (kept) document.documentElement.dataset.theme = kept;
} catch { /* a browser that keeps nothing */ }
