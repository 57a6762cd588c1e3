import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { insert } from '../../platform/engine/write'
import { nothing } from '../../platform/inputs'
import type { Row } from '../../platform/resource'
import { advance } from '../../platform/step'
import { issueNote } from './issue'
import { nfe, type Nfe } from './nfe'
import { ORIGINS } from './origin'

/**
 * Another note, with a number of its own, takes the place of one that was sent and got no answer, by the contingency that is on. What got none is never signed anew nor
 * sent again: it is only asked for, and what is told of it decides (`doubt.ts`). Throws 400 while it is being sent, and what issuing throws.
 */
export const reemite = action(nfe, 'reemite', {
  on: 'record',
  right: 'edit',
  verb: 'reemite',
  summary:
    'Reemite em contingência, com outro número, uma nota que ficou sem resposta. A SEFAZ é consultada pela primeira: ausente é abandonada, autorizada é cancelada.',
  input: nothing,
  answer: v.object({ nfe: v.object({ id: v.number(), nNF: v.nullable(v.number()) }) }),
  run: async ({ ctx, record }) => {
    const other = await insert(ctx, nfe, copyOf(record))
    await advance(ctx, nfe, record, 'reemite', { substituta_id: other.id })
    await onlyAsked(ctx, record)
    const set = await issueNote(ctx, other)
    await advance(ctx, nfe, other, 'emite', set)
    return { nfe: { id: other.id, nNF: Number(set.nNF) } }
  },
})

/** What a note is of and to whom it goes; the rest is read anew when it is signed. */
function copyOf(note: Nfe) {
  const { empresa_id, mod, nfce_id, cliente_id, fornecedor_id, xDest, vNF, referencias, infCpl } = note
  const { extra }: Row = note
  const origins = Object.fromEntries(Object.values(ORIGINS).map((column) => [column, note[column]]))
  return { empresa_id, mod, nfce_id, cliente_id, fornecedor_id, xDest, vNF, referencias, infCpl, extra, ...origins }
}

/** From now on a note is asked for by its key alone, however often it was tried. */
async function onlyAsked(ctx: Ctx, { id }: Nfe): Promise<void> {
  const open = await rowsOf(
    ctx,
    sql`select id, status from troca where recurso = 'nfe' and registro_id = ${id} and tipo = 'sefaz.nota' and status <> 'respondida' for update`,
  )
  if (open.some(({ status }) => status === 'enviando' || status === 'recebida'))
    throw badRequest('Esta nota está sendo enviada agora: aguarde a resposta.', 'busy')
  await ctx.db.execute(
    sql`update troca set dados = dados || '{"soPergunta": true}'::jsonb, status = 'incerta', tentativas = 0, "dhFim" = null, erro = null,
          "dhProxima" = coalesce("dhProxima", ${ctx.clock.now()}), versao = versao + 1
        where recurso = 'nfe' and registro_id = ${id} and tipo = 'sefaz.nota' and status <> 'respondida'`,
  )
}
