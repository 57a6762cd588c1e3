import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { BOLETO, LINE } from '../../../core/fields/financeiro/boleto'
import { decimal } from '../../../core/money/decimal'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { Download } from '../../platform/download'
import { badRequest, invalid } from '../../platform/errors'
import { announce, load, loadWhere, update } from '../../platform/engine/write'
import { identifier, nothing, shortText } from '../../platform/inputs'
import { assertMay } from '../../platform/rights'
import { contasReceber } from '../registers'
import { applyEvents } from './apply'
import { boleto } from './boleto'
import { recount, retorno, retornoBoleto, retornoConteudo, type ReturnLine } from './retorno'
import { openLines, settleLines } from './settle-retorno'

const settled = v.object({
  linhas: v.number(),
  lancamentos: v.array(v.number()),
  vPago: v.number(),
  vTarifa: v.number(),
  vCredito: v.number(),
})

const told = ({ vPago, vTarifa, vCredito, ...rest }: Awaited<ReturnType<typeof settleLines>>) => ({
  ...rest,
  vPago: Number(vPago),
  vTarifa: Number(vTarifa),
  vCredito: Number(vCredito),
})

/** Settles all that a file says was paid (E3-090, T3-043): a fact a day of credit. */
export const baixaRetorno = action(retorno, 'baixaRetorno', {
  on: 'record',
  right: 'edit',
  summary:
    'Dá baixa em tudo que o retorno diz ter sido pago: um lançamento por dia de crédito, com juros, multa, desconto e tarifas.',
  input: nothing,
  answer: settled,
  run: async ({ ctx, record }) => {
    assertMay(ctx, contasReceber, 'edit')
    return told(await settleLines(ctx, record, await openLines(ctx, record.id)))
  },
})

/** The file of a line and the line, held: the file first, as whoever settles it whole does. */
async function held(ctx: Ctx, id: number) {
  const { retorno_id } = await load(ctx, retornoBoleto, id)
  const head = await load(ctx, retorno, retorno_id, { lock: true })
  return { head, line: await load(ctx, retornoBoleto, id, { lock: true }) }
}

/** Settles one line (E3-093, T3-042). */
export const baixaRetornoBoleto = action(retornoBoleto, 'baixaRetornoBoleto', {
  on: 'collection',
  right: 'edit',
  summary: 'Dá baixa em um boleto do retorno.',
  input: v.object({ id: identifier }),
  answer: settled,
  run: async ({ ctx, input: { id } }) => {
    assertMay(ctx, contasReceber, 'edit')
    const { head, line } = await held(ctx, id)
    if (line.situacao === LINE.BAIXADA) throw badRequest('Este boleto já foi baixado.', 'settled')
    if (line.situacao === LINE.SEM_BOLETO) throw badRequest('Diga antes de que boleto é esta ocorrência.', 'no_boleto')
    return told(await settleLines(ctx, head, [id]))
  },
})

/** Why a boleto is proposed for a line, the surest first. */
const REASONS = [
  ['documento', 'Mesmo número do documento'],
  ['pagador', 'Mesmo pagador, valor e vencimento'],
  ['valor', 'Mesmo valor e vencimento'],
  ['valor_so', 'Mesmo valor'],
] as const

const proposal = v.object({
  boleto_id: v.number(),
  contas_receber_id: v.number(),
  nosso_numero_impresso: v.string(),
  xNome: v.string(),
  valor: v.number(),
  dVencimento: v.string(),
  porque: v.string(),
})

/** What a line of no boleto may be of. */
export const propostas = action(retornoBoleto, 'propostas', {
  on: 'record',
  right: 'read',
  reads: true,
  summary:
    'De que boletos a ocorrência sem boleto pode ser, com o porquê: documento, pagador com valor e vencimento, valor.',
  input: nothing,
  answer: v.object({ data: v.array(proposal) }),
  run: async ({ ctx, record }) => ({ data: await proposalsFor(ctx, record) }),
})

async function proposalsFor(ctx: Ctx, { empresa_id, seu_numero, xPagador, valor, vPago, dVencimento }: ReturnLine) {
  const document = (seu_numero ?? '').trim().replace(/^0+/, '')
  const name = (xPagador ?? '').trim()
  const isValue: SQL = sql`b.valor in (${valor}::numeric, ${vPago}::numeric)`
  const isDue: SQL = sql`b."dVencimento" = ${dVencimento}::date`
  const isPayer: SQL =
    name === '' ? sql`false` : sql`starts_with(upper(unaccent(c."xNome")), upper(unaccent(${name.slice(0, 30)})))`
  const isDocument: SQL = document === '' ? sql`false` : sql`ltrim(b.seu_numero, '0') = ${document}`
  const rows = await rowsOf(
    ctx,
    sql`select * from (
          select b.id as boleto_id, b.contas_receber_id, b.nosso_numero_impresso, coalesce(c."xNome", '') as "xNome", b.valor::float8 as valor, b."dVencimento"::text as "dVencimento",
            case when ${isDocument} then 0 when ${isPayer} and ${isValue} and ${isDue} then 1 when ${isValue} and ${isDue} then 2 when ${isValue} then 3 end as n
          from boleto b left join cliente c on c.id = b.cliente_id where b.empresa_id = ${empresa_id} and b.situacao <> ${BOLETO.CANCELADO}) p
        where n is not null order by n, "dVencimento", boleto_id limit 20`,
  )
  return rows.map(({ n, ...row }) => ({
    boleto_id: Number(row.boleto_id),
    contas_receber_id: Number(row.contas_receber_id),
    nosso_numero_impresso: String(row.nosso_numero_impresso ?? ''),
    xNome: String(row.xNome),
    valor: Number(row.valor),
    dVencimento: String(row.dVencimento),
    porque: REASONS[Number(n)]?.[1] ?? '',
  }))
}

/** Says of which boleto a line is: from then on it is as if the file had said so. */
export const vincula = action(retornoBoleto, 'vincula', {
  on: 'collection',
  right: 'edit',
  summary: 'Diz de que boleto é a ocorrência que o retorno não identificou.',
  input: v.object({ id: identifier, boleto_id: identifier }),
  answer: v.object({ situacao: v.number() }),
  run: async ({ ctx, input }) => {
    const { head, line } = await held(ctx, input.id)
    if (line.situacao !== LINE.SEM_BOLETO) throw badRequest('Esta ocorrência já tem o seu boleto.', 'known')
    const [found] = await loadWhere(ctx, boleto, 'id', [input.boleto_id])
    if (!found || found.empresa_id !== head.empresa_id) throw invalid({ boleto_id: ['Selecione um registro válido.'] })
    const waits = decimal(line.vPago).sign() > 0 || decimal(line.vTarifa).sign() > 0
    const changed = await update(
      ctx,
      retornoBoleto,
      line,
      {
        boleto_id: found.id,
        banco_id: found.banco_id,
        contas_receber_id: found.contas_receber_id,
        situacao: waits ? LINE.A_BAIXAR : LINE.INFORMADA,
        motivo: null,
      },
      'vincula',
    )
    await applyEvents(ctx, [changed])
    await recount(ctx, [head.id])
    await announce(ctx, retorno, head.id)
    return { situacao: changed.situacao }
  },
})

/** Files away a line that is not ours, with the reason. */
export const ignora = action(retornoBoleto, 'ignora', {
  on: 'collection',
  right: 'edit',
  summary: 'Arquiva a ocorrência que não é de um boleto da empresa, com o motivo.',
  input: v.object({ id: identifier, motivo: shortText(300) }),
  answer: v.object({ situacao: v.number() }),
  run: async ({ ctx, input: { id, motivo } }) => {
    const { head, line } = await held(ctx, id)
    if (motivo.trim() === '') throw invalid({ motivo: ['Preencha este campo.'] })
    if (line.situacao !== LINE.SEM_BOLETO) throw badRequest('Só uma ocorrência sem boleto é arquivada.', 'known')
    const changed = await update(ctx, retornoBoleto, line, { situacao: LINE.IGNORADA, motivo }, 'arquiva')
    await recount(ctx, [head.id])
    await announce(ctx, retorno, head.id)
    return { situacao: changed.situacao }
  },
})

/** The file, byte for byte as it came. */
export const conteudo = action(retorno, 'conteudo', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'O arquivo do banco, byte a byte como veio.',
  input: nothing,
  answer: 'O arquivo',
  run: async ({ ctx, record }) => {
    const [kept] = await loadWhere(ctx, retornoConteudo, 'retorno_id', [record.id])
    if (!kept) throw badRequest('O conteúdo deste arquivo não está guardado.', 'no_content')
    return new Download(
      record.arquivo ?? 'retorno.ret',
      'txt',
      new Uint8Array(Buffer.from(kept.conteudo, 'base64')),
      true,
    )
  },
})
