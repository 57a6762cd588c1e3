import type postgres from 'postgres'
import type { Database } from '../http/db/connect'
import { type Services, systemCtx } from '../http/platform/app'
import type { Ctx } from '../http/platform/context'
import { list } from '../http/platform/engine/list'
import { show } from '../http/platform/engine/record'
import { save } from '../http/platform/engine/save'
import { resourceNamed } from '../http/platform/resource'
import { plain, recording, type Statement } from './lists-against-sql'

/** What clerks do all day, as calls and as the statements that these send. */
export interface Mix {
  /** The next call of a clerk. */
  next(clerk: number): Call
  /** The statements of a call of the same kind, by a bare connection; what writes is one transaction. */
  bare(sql: postgres.Sql, client: number): Promise<void>
  /** The same of a company that has next to nothing. */
  readonly small: Mix
}

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: object
}

/** The statements of one call, and the number of the record that it made. */
interface Seen {
  readonly statements: readonly Statement[]
  readonly made: number
}

interface Kind {
  readonly share: number
  readonly call: (n: number) => Call
  /** What the server does for it; answers the number of what it made, or 0. */
  readonly work: (ctx: Ctx) => Promise<number>
  readonly writes?: boolean
}

const CONTEXT = { empresas: [1], timeZone: 'America/Sao_Paulo' } as const
const ROLLBACK = new Error('only to see what is sent')

/** The mix over the big database. What writes changes a customer, makes a sale of three lines, and copies one. */
export async function bareMix(
  database: Database,
  services: Services,
  size: { readonly clientes: number; readonly vendas: number; readonly mercadorias: number },
): Promise<Mix> {
  const kinds = kindsOf(size)
  const statements = new Map<Kind, Seen>()
  for (const kind of kinds) statements.set(kind, await statementsOf(database, services, kind))
  const pick = pickerOf(kinds)
  const small = pickerOf(kinds.filter((_, at) => at < 2))
  const bare: Mix['bare'] = async (sql) => {
    const kind = pick()
    const seen = statements.get(kind)
    if (seen) await (kind.writes ? sql.begin((on) => sendAgain(on, seen)) : sendAgain(sql, seen))
  }
  const mixOf = (from: () => Kind): Omit<Mix, 'small'> => ({
    next: (clerk) => from().call(clerk * 7919 + Math.floor(Math.random() * size.vendas)),
    bare,
  })
  return {
    ...mixOf(pick),
    small: {
      ...mixOf(small),
      get small() {
        return this
      },
    },
  }
}

function kindsOf({
  clientes,
  vendas,
  mercadorias,
}: {
  readonly clientes: number
  readonly vendas: number
  readonly mercadorias: number
}): readonly Kind[] {
  const listed = (
    share: number,
    resource: string,
    path: string,
    query: (n: number) => Record<string, string>,
  ): Kind => ({
    share,
    call: (n) => ({ method: 'GET', path: `${path}?${new URLSearchParams(query(n)).toString()}` }),
    work: async (ctx) => (await list(ctx, resourceNamed(resource), query(1)), 0),
  })
  const customer = (n: number) => 1 + (n % clientes)
  const sale = (n: number) => ({
    cliente_id: customer(n),
    tipo_entrada_saida_id: 1,
    venda_mercadorias: [0, 1, 2].map((at) => ({
      mercadoria_id: 1 + ((n + at) % mercadorias),
      qTrib: 1 + at,
      vUnTrib: 10,
    })),
  })
  return [
    listed(25, 'venda', 'venda', () => ({ page: '1', perPage: '50' })),
    listed(10, 'cliente', 'cliente', () => ({ perPage: '50', orderBy: 'xNome' })),
    listed(15, 'venda', 'venda', (n) => ({ perPage: '50', where: JSON.stringify({ cliente_id: customer(n) }) })),
    listed(10, 'cliente', 'cliente', (n) => ({ perPage: '50', search: `ribeiro ${(n % 4096).toString(16)}` })),
    {
      share: 20,
      call: (n) => ({ method: 'GET', path: `venda/${1 + (n % vendas)}` }),
      work: async (ctx) => (await show(ctx, resourceNamed('venda'), 4711), 0),
    },
    {
      share: 10,
      call: (n) => ({ method: 'PUT', path: `cliente/${customer(n)}`, body: { xFant: `Loja ${n}` } }),
      work: async (ctx) => (await save(ctx, resourceNamed('cliente'), 4711, { xFant: `Loja ${Math.random()}` }), 0),
      writes: true,
    },
    {
      share: 5,
      call: (n) => ({ method: 'POST', path: 'venda', body: sale(n) }),
      work: async (ctx) => (await save(ctx, resourceNamed('venda'), undefined, sale(4711))).id,
      writes: true,
    },
    {
      share: 5,
      call: (n) => ({ method: 'POST', path: `venda/${1 + (n % vendas)}/duplica`, body: {} }),
      work: async (ctx) => (await save(ctx, resourceNamed('venda'), undefined, sale(4712))).id,
      writes: true,
    },
  ]
}

function pickerOf(kinds: readonly Kind[]): () => Kind {
  const all = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind))
  return () => {
    const kind = all[Math.floor(Math.random() * all.length)]
    if (!kind) throw new Error('No kind of call has a share.')
    return kind
  }
}

/** Sends the statements of a call again: what they say of the record that was made then, they say of the one that is made now. */
async function sendAgain(on: postgres.Sql | postgres.TransactionSql, { statements, made }: Seen): Promise<void> {
  let now = made
  for (const { sql, params } of statements) {
    const told = params.map((one) => (made > 0 && now !== made ? renamed(one, made, now) : plain(one)))
    const [row] = await on.unsafe(sql, told, { prepare: !sql.startsWith('/* planned anew */') })
    if (made > 0 && now === made && sql.startsWith('insert into "venda"')) now = Number(row?.id)
  }
}

const renamed = (value: unknown, made: number, now: number) =>
  typeof value === 'string' ? value.replaceAll(String(made), String(now)) : value === made ? now : plain(value)

/** What a kind of call sends, seen in a transaction that is undone. */
async function statementsOf({ pool }: Database, services: Services, { work }: Kind): Promise<Seen> {
  const seen: Statement[] = []
  let made = 0
  await pool
    .transaction(CONTEXT, async (db) => {
      made = await work({ ...systemCtx(services, db, [1], 1), db: recording(db, seen) })
      throw ROLLBACK
    })
    .catch((error: unknown) => {
      if (error !== ROLLBACK) throw error
    })
  return { statements: seen, made }
}
