import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { ITEM, LIVE_ITEM } from '../../../core/fields/financeiro/remessa-pagamento'
import { sum } from '../../../core/money/decimal'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { sha256Of } from '../../platform/digest'
import { Download } from '../../platform/download'
import { intArray } from '../../platform/engine/query'
import { insertRows, load, loadWhere, patchRows, setRows, updateRows } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { identifier, shortText } from '../../platform/inputs'
import { step } from '../../platform/step'
import { banco } from '../caixa'
import { contasPagar } from '../registers'
import { handOver, type Made, withdrawFiles } from '../transmissao/deliver'
import { assertOwed, heldItems } from './held-items'
import { type Account, assertTaken, orderOf, payerOf } from './order'
import type { Item } from './item'
import { type Remittance, remessaPagamento, remessaPagamentoArquivo, remessaPagamentoConta } from './remessa-pagamento'
import { type Written, writeApart } from './write-apart'

/** Handing payments to the bank: files are made whole, kept to the byte and told apart by the account's own numbers. */

const fileName = (sequencia: number): string => `PG${String(sequencia).padStart(6, '0')}.REM`

/** Stores the files of a remittance. Answers them, and which item is in which. */
async function keep(
  ctx: Ctx,
  { id: remessa_pagamento_id, empresa_id, banco_id }: Remittance,
  { arquivos }: Written,
  items: readonly Item[],
): Promise<{ readonly made: readonly Made[]; readonly ofItem: ReadonlyMap<string, number> }> {
  const values = new Map(items.map((one) => [String(one.id), one.valor]))
  const stored = await insertRows(
    ctx,
    remessaPagamentoArquivo,
    arquivos.map(({ sequencia, text, numeros }) => {
      const bytes = Buffer.from(text, 'latin1')
      return {
        empresa_id,
        remessa_pagamento_id,
        banco_id,
        sequencia,
        arquivo: fileName(sequencia),
        sha256: sha256Of(bytes),
        data: ctx.clock.today(),
        qPagamentos: numeros.length,
        vTotal: sum(numeros.map((one) => values.get(one) ?? '0')).toFixed(2),
        conteudo: bytes.toString('base64'),
      }
    }),
  )
  const ofItem = arquivos.flatMap(({ numeros }, at) => numeros.map((one) => [one, Number(stored[at]?.id)] as const))
  return { made: stored, ofItem: new Map(ofItem) }
}

/** Makes the files of an approved remittance (E3-084, T3-039). The account is held until they are numbered. Throws 422 by item, field and column. */
export const enviaPagamentosBanco = step(remessaPagamento, 'enviaPagamentosBanco', {
  summary:
    'Gera o arquivo de pagamentos (CNAB 240) da remessa aprovada, que fica guardado byte a byte; bancos que querem o Pix à parte têm dois. As contas a pagar ficam presas até a resposta do banco.',
  run: async ({ ctx, record }) => {
    const { items, sources } = await heldItems(ctx, record.id, ITEM.APROVADO)
    if (items.length === 0) throw badRequest('Nenhum registro selecionado', 'no_rows')
    assertOwed(items, sources)
    const account: Account = await load(ctx, banco, record.banco_id, { lock: true })
    const pagador = await payerOf(ctx, account)
    const sequencia = account.pagamento_sequencia + 1
    const written = await writeApart(orderOf(ctx, record, items, { pagador, sequencia }))
    assertTaken(written.faltas, items)
    const files = await keep(ctx, record, written, items)
    await handOver(ctx, account, 'remessa_pagamento_arquivo', files.made)
    await patchRows(ctx, banco, [{ id: account.id, pagamento_sequencia: sequencia + written.arquivos.length - 1 }])
    await updateRows(
      ctx,
      remessaPagamentoConta,
      items.map(({ id }) => ({
        id,
        situacao: ITEM.EM_PROCESSAMENTO,
        seu_numero: String(id),
        arquivo_id: files.ofItem.get(String(id)) ?? null,
        motivo: null,
      })),
    )
    await patchRows(
      ctx,
      contasPagar,
      items.map((one) => ({ id: one.conta_pagar_id, dPrevisao: record.dPagamento })),
    )
    return { set: { sequencia } }
  },
})

/** The file, byte for byte as it was made; the first of those that stand, or the one that is named. */
export const conteudo = action(remessaPagamento, 'conteudo', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'O arquivo da remessa, byte a byte como foi gerado; de mais de um, o que arquivo_id nomeia.',
  input: v.object({ arquivo_id: v.optional(v.nullable(identifier)) }),
  answer: 'O arquivo',
  run: async ({ ctx, record, input }) => {
    const [row] = await rowsOf(
      ctx,
      sql`select id from remessa_pagamento_arquivo where remessa_pagamento_id = ${record.id}
          and ${input.arquivo_id ? sql`id = ${input.arquivo_id}` : sql`"dhDescarte" is null`} order by id limit 1`,
    )
    if (!row) throw badRequest('Esta remessa ainda não tem arquivo.', 'no_content')
    const file = await load(ctx, remessaPagamentoArquivo, Number(row.id))
    return new Download(file.arquivo, 'txt', new Uint8Array(Buffer.from(file.conteudo, 'base64')), true)
  },
})

/** Discards files that were never sent: payments may be changed again. A person says that they were not, and why. */
export const descarta = step(remessaPagamento, 'descarta', {
  summary:
    'Descarta o arquivo que não foi entregue ao banco: a remessa volta a rascunho. Quem descarta diz que ele não foi enviado.',
  input: {
    naoEnviada: v.literal(true, 'Confirme que o arquivo não foi enviado ao banco.'),
    xMotivo: v.pipe(shortText(300), v.minLength(3, 'Diga por que o arquivo é descartado.')),
  },
  run: async ({ ctx, record, input }) => {
    const { items, sources } = await heldItems(ctx, record.id, ITEM.EM_PROCESSAMENTO)
    const [answered] = await rowsOf(
      ctx,
      sql`select 1 from remessa_pagamento_conta i where i.remessa_pagamento_id = ${record.id} and i.situacao not in (${ITEM.EM_PROCESSAMENTO}, ${ITEM.CANCELADO})
          union all select 1 from retorno_pagamento_item l join remessa_pagamento_conta i on i.id = l.remessa_pagamento_conta_id where i.remessa_pagamento_id = ${record.id} limit 1`,
    )
    if (answered) throw badRequest('O banco já respondeu a esta remessa: ela foi enviada.', 'answered')
    const files = await rowsOf(
      ctx,
      sql`select id from remessa_pagamento_arquivo where remessa_pagamento_id = ${record.id} and "dhDescarte" is null`,
    )
    const fileIds = files.map((row) => Number(row.id))
    await withdrawFiles(ctx, 'remessa_pagamento_arquivo', fileIds)
    await setRows(
      ctx,
      remessaPagamentoConta,
      items.map(({ id }) => id),
      { situacao: ITEM.RASCUNHO, seu_numero: null, arquivo_id: null },
    )
    await forgetDay(ctx, [...sources.keys()], record.dPagamento)
    await setRows(ctx, remessaPagamentoArquivo, fileIds, { dhDescarte: ctx.clock.now() })
    return { set: { aprovado_por_id: null, sequencia: null, xDescarte: input.xMotivo } }
  },
})

/** A payable that is not paid on that day after all is expected when it is due. */
export async function forgetDay(ctx: Ctx, payables: readonly number[], dPagamento: string): Promise<void> {
  const rows = await rowsOf(
    ctx,
    sql`select id from contas_pagar where id = any (${intArray(payables)}::int[]) and "dPrevisao" = ${dPagamento}::date`,
  )
  await patchRows(
    ctx,
    contasPagar,
    rows.map((row) => ({ id: Number(row.id), dPrevisao: null })),
  )
}

const MOST_NAMED = 5

/** Closes a remittance whose every payment has a final answer (E3-083, T3-040). Throws 400 `waiting`, naming those that have none. */
export const fecha = step(remessaPagamento, 'fecha', {
  summary: 'Fecha a remessa em que todo pagamento tem a sua resposta final.',
  run: async ({ ctx, record }) => {
    const items = await loadWhere(ctx, remessaPagamentoConta, 'remessa_pagamento_id', [record.id], { lock: true })
    const waiting = items.filter((one) => LIVE_ITEM.includes(one.situacao))
    if (waiting.length === 0) return
    const names = waiting.slice(0, MOST_NAMED).map((one) => `${one.fav_xNome ?? 'conta'} (conta ${one.conta_pagar_id})`)
    const more = waiting.length > MOST_NAMED ? ` e mais ${waiting.length - MOST_NAMED}` : ''
    throw badRequest(`Sem resposta final do banco: ${names.join(', ')}${more}.`, 'waiting')
  },
})
