import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { readCode } from '../../../core/agent'
import { SYSTEM } from '../../db/pool'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { insert, update } from '../../platform/engine/write'
import { badRequest, invalid } from '../../platform/errors'
import { identifier, nothing, shortText } from '../../platform/inputs'
import { lockNames } from '../../platform/locks'
import { tellSecurity } from '../../platform/security-event'
import { takeTurn } from '../limits'
import { agente } from './agente'
import { tellAgent } from './channel'
import { pairingBy, usePairing } from './pairing'
import { abandonPapers } from './papers'

/** Codes that one person may try: of 64 million, ten minutes long. */
const TRIES = { times: 20, minutes: 10 } as const

const name = v.pipe(shortText(60), v.minLength(1, 'Preencha este campo.'))

/** Two agents of a company that are in use have different names: people choose by them. */
async function assertFree(ctx: Ctx, nome: string, empresa_id: number, own = 0): Promise<void> {
  await lockNames(ctx.db, [`agente:${empresa_id}`])
  const rows = await rowsOf(
    ctx,
    sql`select 1 from agente where empresa_id = ${empresa_id} and "dhRevogacao" is null and lower(nome) = lower(${nome}) and id <> ${own}`,
  )
  if (rows.length > 0) throw invalid({ nome: ['Já há um agente com este nome.'] })
}

/** Makes an agent of the machine that shows this code; it fetches its key by itself. Throws 422 for a code that is none, and 429 for who tries too many. */
export const pareia = action(agente, 'pareia', {
  on: 'collection',
  right: 'create',
  summary: 'Pareia o computador que mostra este código; ele busca a sua chave em seguida.',
  input: v.object({
    codigo: v.pipe(shortText(20), v.minLength(1, 'Preencha este campo.')),
    nome: name,
    empresa_id: v.optional(identifier),
  }),
  answer: v.object({ id: v.number(), nome: v.string(), maquina: v.string() }),
  // Counted apart: a wrong code takes back all that its own transaction did.
  ask: ({ ctx }) =>
    Promise.resolve(({ pool }) => pool.transaction(SYSTEM, (db) => takeTurn({ db }, `pareia:${ctx.actor.id}`, TRIES))),
  run: async ({ ctx, input }) => {
    const empresa_id = input.empresa_id ?? ctx.actor.empresa_id
    if (!ctx.actor.empresas.includes(empresa_id)) throw invalid({ empresa_id: ['Selecione um registro válido.'] })
    const codigo = readCode(input.codigo)
    const pairing = codigo === null ? undefined : await pairingBy(ctx.db, codigo)
    if (!pairing) throw invalid({ codigo: ['Este código não existe, já foi usado ou passou dos 10 minutos.'] })
    await assertFree(ctx, input.nome, empresa_id)
    const { maquina, sistema, programa, endereco } = pairing
    const made = await insert(ctx, agente, { nome: input.nome, empresa_id, maquina, sistema, programa }, 'pareia')
    await usePairing(ctx.db, pairing.id, made.id)
    await tellSecurity(ctx.db, {
      tipo: 'agente_pareado',
      user_id: ctx.actor.id,
      endereco: String(endereco),
      detalhe: `${input.nome} (${String(maquina)})`,
    })
    return { id: made.id, nome: input.nome, maquina: String(maquina) }
  },
})

/** Gives it another name. */
export const renomeia = action(agente, 'renomeia', {
  on: 'record',
  right: 'edit',
  summary: 'Dá outro nome ao agente.',
  input: v.object({ nome: name }),
  run: async ({ ctx, record, input: { nome } }) => {
    await assertFree(ctx, nome, record.empresa_id, record.id)
    await update(ctx, agente, record, { nome }, 'renomeia')
  },
})

/** Ends its key and its socket at once. What waits for it is cancelled, what it took is told to be in doubt. */
export const revoga = action(agente, 'revoga', {
  on: 'record',
  right: 'edit',
  summary: 'Revoga o agente: a sua conexão cai na hora e a sua chave não vale mais.',
  input: nothing,
  run: async ({ ctx, record }) => {
    if (record.dhRevogacao) throw badRequest('Este agente já foi revogado.', 'revoked')
    await update(ctx, agente, record, { dhRevogacao: ctx.clock.now(), chave_hash: null, conexao: null }, 'revoga')
    await abandonPapers(ctx.db, record.id)
    await tellSecurity(ctx.db, { tipo: 'agente_revogado', user_id: ctx.actor.id, detalhe: record.nome })
    await tellAgent(ctx.db, { agente: record.id, tipo: 'revogado' })
  },
})
