/** Data that the server sends once: loaded on first use and kept for the visit. */

export class Loaded<T> {
  value = $state.raw<T>();
  error = $state('');
  #fetch: () => Promise<T>;
  #coming: Promise<void> | null = null;

  constructor(fetch: () => Promise<T>) {
    this.#fetch = fetch;
  }

  /** Load it unless it is loaded or loading; retry after a failure. */
  want(): Promise<void> {
    if (this.value === undefined && !this.#coming) {
      this.error = '';
      this.#coming = this.#fetch()
        .then((value) => {
          this.value = value;
        })
        .catch((error: unknown) => {
          this.error = error instanceof Error ? error.message : String(error);
        })
        .finally(() => {
          this.#coming = null;
        });
    }
    return this.#coming ?? Promise.resolve();
  }
}
