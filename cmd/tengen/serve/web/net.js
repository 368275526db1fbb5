// Requests to the server, and what it tells by itself.

// ask sends a request and returns the answer. The error's message is the server's, its status
// that of the answer, or 0 where there was none.
export async function ask(path, body, method = body === undefined ? "GET" : "POST") {
  const options = { method };
  if (body instanceof Blob) {
    options.body = body;
    options.headers = { "Content-Type": "application/octet-stream" };
  } else if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers = { "Content-Type": "application/json" };
  }
  let answer;
  try {
    answer = await fetch(`/api/${path}`, options);
  } catch (cause) {
    throw Object.assign(new Error("offline", { cause }), { status: 0 });
  }
  const value = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(new Error(value.error ?? answer.statusText), { status: answer.status });
  return value;
}

// listen calls on[name] with what each event tells, and on.lost when the connection is lost
// for good. It returns what ends it.
export function listen(id, on) {
  const source = new EventSource(`/api/games/${id}/events`);
  for (const name of ["game", "study", "gone"]) {
    source.addEventListener(name, (e) => on[name](JSON.parse(e.data)));
  }
  source.addEventListener("open", () => on.open());
  source.addEventListener("error", () => {
    on.broken();
    if (source.readyState === EventSource.CLOSED) on.lost();
  });
  return () => source.close();
}
