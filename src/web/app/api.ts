import { type Access, access, connection, withKeys } from './connection';
import { languageNow } from './i18n';
import { project, token } from './session';

/** What the server refused, with the platform's code; `status` is 0 where it could not be reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** What helps against it, '' where nothing is known. */
  readonly cure: string;
  /** Where in the statement it is, from 1; 0 where it is about no place. */
  readonly line: number;
  readonly column: number;
  /** The whole answer, for refusals that say more. */
  readonly body: unknown;

  constructor(status: number, error: Partial<ErrorBody>, body: unknown = null) {
    super(error.message ?? '');
    this.name = 'ApiError';
    this.status = status;
    this.code = error.code ?? '';
    this.cure = error.cure ?? '';
    this.line = error.line ?? 0;
    this.column = error.column ?? 0;
    this.body = body;
  }
  get unreachable(): boolean {
    return this.status === 0;
  }
}

interface ErrorBody {
  code: string;
  name: string;
  message: string;
  cure: string;
  line: number;
  column: number;
}

interface Refusal {
  error?: Partial<ErrorBody>;
  /** Of a 401: whether the server has users who can sign in. */
  sign_in?: boolean;
}

/** Values of the query; those that are undefined or null are left out. */
export type Params = Record<string, string | number | boolean | null | undefined>;
export interface CallOptions {
  /** Ends the request; `useQuery` gives one to its function. */
  signal?: AbortSignal;
  /** Goes on although the page is closed. */
  keepalive?: boolean;
}

export const api = {
  get: <T>(path: string, params?: Params, options?: CallOptions) => call<T>('GET', path, params, undefined, options),
  post: <T>(path: string, body?: unknown, params?: Params, options?: CallOptions) =>
    call<T>('POST', path, params, body ?? {}, options),
  put: <T>(path: string, body?: unknown, params?: Params, options?: CallOptions) =>
    call<T>('PUT', path, params, body ?? {}, options),
  del: <T>(path: string, params?: Params, options?: CallOptions) => call<T>('DELETE', path, params, undefined, options),
  /** The answer as the server sent it, for files to save. */
  blob: async (path: string, params?: Params, options?: CallOptions): Promise<Blob> =>
    (await request('GET', path, params, undefined, options)).blob(),
};

/** The address of a path below /console/api with its query and the project. */
export function addressOf(path: string, params: Params = {}): string {
  const query = new URLSearchParams();
  if (project.get() !== '') query.set('project', project.get());
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const text = query.toString();
  return `/console/api${path.startsWith('/') ? '' : '/'}${path}${text === '' ? '' : `?${text}`}`;
}

async function call<T>(
  method: string,
  path: string,
  params?: Params,
  body?: unknown,
  options?: CallOptions,
): Promise<T> {
  const response = await request(method, path, params, body, options);
  const text = await response.text();
  return (text === '' ? null : JSON.parse(text)) as T;
}

async function request(
  method: string,
  path: string,
  params?: Params,
  body?: unknown,
  options: CallOptions = {},
): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': languageNow() };
  const asked = token.get();
  if (asked !== '') headers.Authorization = `Bearer ${asked}`;
  let payload: BodyInit | undefined;
  if (body instanceof Blob) {
    payload = body;
  } else if (body !== undefined) {
    headers['Content-Type'] = 'application/json';
    payload = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(addressOf(path, params), {
      method,
      headers,
      body: payload,
      signal: options.signal,
      keepalive: options.keepalive,
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    connection.set('down');
    throw new ApiError(0, { code: 'Unreachable', message: 'The server cannot be reached.' });
  }
  connection.set('up');
  if (response.ok) return response;
  throw await refusalOf(response, path, asked);
}

async function refusalOf(response: Response, path: string, asked: string): Promise<ApiError> {
  let body: Refusal | null = null;
  try {
    body = (await response.json()) as Refusal;
  } catch {
    // The answer of something between the page and the server.
  }
  const signingIn = path.replace(/^\//, '') === 'sign-in';
  // The refusal of an older token says nothing about the one that the page has by now.
  if (response.status === 401 && !signingIn && asked === token.get()) {
    withKeys.set(body?.sign_in !== false);
    access.set(withoutAccess(access.get()));
  }
  return new ApiError(
    response.status,
    body?.error ?? { code: `HTTP ${response.status}`, message: response.statusText },
    body,
  );
}

/** A page that was open stays below the dialog that asks again, however many of its requests are refused. */
function withoutAccess(before: Access): Access {
  return before === 'granted' || before === 'expired' ? 'expired' : 'none';
}
