import { asOwner } from '../fixtures/as-owner'
import type { Database } from '../http/db/connect'
import type { Services } from '../http/platform/app'

const EMAIL = 'bench@teste.example'

/** Makes the administrator whom benchmarks sign in as, of the first company. */
export const BENCH_USER = `
  insert into "user" (name, email, empresa_id) values ('Bench', '${EMAIL}', 1) on conflict do nothing;
  insert into role (name) values ('admin') on conflict do nothing;
  insert into user_role select u.id, r.id from "user" u, role r where u.email = '${EMAIL}' and r.name = 'admin' on conflict do nothing;
  insert into user_empresa select id, 1 from "user" where email = '${EMAIL}' on conflict do nothing;`

export interface SignedIn {
  readonly token: string
  /** A call of the API by the path below `/api/`, under a key or none: the answer's body, which has many shapes. Throws what is no success. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly call: (method: string, path: string, body?: object, key?: string) => Promise<any>
}

/** Signs the benchmarks' user in at a server. */
export async function signedIn(database: Database, services: Services, url: string): Promise<SignedIn> {
  const [user] = await asOwner(database.url, (owner) => owner`select id from "user" where email = ${EMAIL}`)
  const { token } = await services.sessions.open(Number(user?.id))
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  return {
    token,
    call: async (method, path, body, key) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const keyed = key === undefined ? headers : { ...headers, 'Idempotency-Key': key }
      const response = await fetch(`${url}/api/${path}`, { method, headers: keyed, ...sent })
      const answer: unknown = await response.json()
      if (!response.ok) throw new Error(JSON.stringify(answer))
      return answer
    },
  }
}
