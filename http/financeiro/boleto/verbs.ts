import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { checkRemessa } from '../../../core/banking/cnab/write-remessa'
import {
  AT_BANK,
  BOLETO,
  INSTRUCTION,
  INSTRUCTIONS,
  LIVE_BOLETO,
  WITH_US,
} from '../../../core/fields/financeiro/boleto'
import { decimal } from '../../../core/money/decimal'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { Download } from '../../platform/download'
import { badRequest, invalid } from '../../platform/errors'
import { intArray } from '../../platform/engine/query'
import { insert, load, loadWhere, update, updateMany, updateRows } from '../../platform/engine/write'
import { dateInput, decimalInput, flag, identifier, idListOf, nothing, shortText } from '../../platform/inputs'
import { assertMay } from '../../platform/rights'
import { contasReceber } from '../registers'
import { withdrawFiles } from '../transmissao/deliver'
import { collectionOf } from './account'
import { bancoCnab } from './banco-cnab'
import { type Boleto, boleto, boletoInstrucao } from './boleto'
import { writeOff } from './follow'
import { issueBoletos } from './issue'
import { WAITS } from './make-remessa'
import { remessa, remessaConteudo } from './remessa'
import { type Told, titulosOf } from './titulo'

const MOST = 5_000

/** Makes boletos of receivables: those that are named, all or none, or every one that is to have one and has none yet. */
export const geraBoletos = action(contasReceber, 'geraBoletos', {
  on: 'collection',
  right: 'edit',
  summary:
    'Gera os boletos de contas a receber: das ditas, todas ou nenhuma; sem elas, de todas em aberto cuja forma de pagamento emite boleto e que não têm um.',
  input: v.object({
    ids: v.optional(v.nullable(idListOf(MOST)), null),
    banco_cnab_id: v.optional(v.nullable(identifier), null),
  }),
  answer: v.object({ boletos: v.array(v.number()) }),
  run: async ({ ctx, input }) => {
    assertMay(ctx, boleto, 'create')
    const ids = input.ids ?? (await withoutBoleto(ctx))
    if (ids.length === 0) throw badRequest('Nenhum registro selecionado', 'no_rows')
    return { boletos: await issueBoletos(ctx, ids, input.banco_cnab_id) }
  },
})

/** Open receivables whose method prints boletos and that have none which may be collected. */
async function withoutBoleto(ctx: Ctx): Promise<number[]> {
  const rows = await rowsOf(
    ctx,
    sql`select t.id from contas_receber t join pagamento p on p.id = t.pagamento_id where t.empresa_id = ${ctx.actor.empresa_id} and p.emite_boleto = 1
          and t."vSaldo" > 0 and t."dhCancelamento" is null and t."tpConta" <> 11
          and not exists (select 1 from boleto b where b.contas_receber_id = t.id and b.situacao = any (${intArray([...LIVE_BOLETO, BOLETO.LIQUIDADO])}::int[]))
        order by t.id limit ${MOST}`,
  )
  return rows.map((row) => Number(row.id))
}

/** What waits for a file of an account, by the account's number (E3-039); nothing does of one that is not there. */
export const getNaoEnviados = action(boleto, 'getNaoEnviados', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'Os boletos da conta caixa que esperam remessa: novos, recusados e com instrução a enviar.',
  input: v.object({
    id: identifier,
    dCompetencia: v.optional(v.nullable(dateInput), null),
    /** Boletos are of accounts that have a collection: asking for those without finds none. */
    hasCnab: v.optional(v.nullable(flag), null),
  }),
  answer: v.object({ data: v.array(v.looseObject({ id: v.number() })), total: v.number() }),
  run: async ({ ctx, input: { id, dCompetencia, hasCnab } }) => {
    if (hasCnab === false) return { data: [], total: 0 }
    const month =
      dCompetencia === null
        ? sql``
        : sql`and date_trunc('month', r."dCompetencia") = date_trunc('month', ${dCompetencia}::date)`
    const rows = await rowsOf(
      ctx,
      sql`select b.id, b.contas_receber_id, b.banco_cnab_id, b.nosso_numero_impresso, b.seu_numero, b.valor::float8 as valor, b."dVencimento"::text as "dVencimento",
            b.situacao, b.motivo, b.cliente_id, c."xNome", (select i.comando from boleto_instrucao i where i.boleto_id = b.id and i.situacao = ${INSTRUCTION.PENDENTE} order by i.id limit 1) as comando
          from boleto b join contas_receber r on r.id = b.contas_receber_id left join cliente c on c.id = b.cliente_id
          where b.banco_id = ${id} and b.empresa_id = any (${intArray(ctx.actor.empresas)}::int[]) and ${WAITS} ${month} order by b."dVencimento", b.id limit ${MOST}`,
    )
    return { data: rows.map((row) => ({ ...row, id: Number(row.id) })), total: rows.length }
  },
})

const names = Object.keys(INSTRUCTIONS).filter((one): one is keyof typeof INSTRUCTIONS =>
  Object.hasOwn(INSTRUCTIONS, one),
)

/** What the bank would refuse of an instruction is said as it is given, not when a file of many boletos is made. Throws 422. */
async function assertTaken(ctx: Ctx, told: Told): Promise<void> {
  const setup = await load(ctx, bancoCnab, Number(told.boleto.banco_cnab_id))
  const collection = await collectionOf(ctx, setup)
  const titulos = await titulosOf(ctx, [told], setup, collection)
  const file = { ...collection, sequencia: setup.sequencia + 1, data: ctx.clock.today(), hora: '00:00:00', titulos }
  const [fault] = checkRemessa(file)
  if (fault) throw invalid({ comando: [fault.mensagem] })
}

/** Tells the bank something of a boleto, in its next file: it waits there for the entry to be confirmed. */
export const instrui = action(boleto, 'instrui', {
  on: 'record',
  right: 'edit',
  summary:
    'Dá uma instrução ao banco sobre o boleto: baixa, vencimento, abatimento, desconto, protesto. Vai na próxima remessa.',
  input: v.object({
    comando: v.picklist(names),
    valor: v.optional(v.nullable(decimalInput), null),
    dVencimento: v.optional(v.nullable(dateInput), null),
  }),
  answer: v.object({ instrucao_id: v.number() }),
  run: async ({ ctx, record, input }) => {
    if (![...AT_BANK, BOLETO.PROTESTADO].includes(record.situacao))
      throw badRequest('Só um boleto que está no banco recebe instruções.', 'not_registered')
    const { comando, dVencimento } = input
    if (comando === 'vencimento' && dVencimento === null) throw invalid({ dVencimento: ['Informe o novo vencimento.'] })
    const needs = comando === 'abatimento' || comando === 'desconto'
    const valor = input.valor === null ? null : decimal(input.valor)
    if (needs && (valor === null || valor.sign() <= 0 || valor.gte(record.valor)))
      throw invalid({ valor: ['Informe um valor maior que zero e menor que o do boleto.'] })
    const { empresa_id, id } = record
    const made = await insert(ctx, boletoInstrucao, {
      empresa_id,
      boleto_id: id,
      comando,
      valor: needs ? (valor?.toFixed(2) ?? null) : null,
      dVencimento: comando === 'vencimento' ? dVencimento : null,
    })
    await assertTaken(ctx, { boleto: record, instruction: made })
    return { instrucao_id: made.id }
  },
})

/** Cancels a boleto: one that the bank does not have is gone, one that it has is written off by the next file. */
export const cancela = action(boleto, 'cancela', {
  on: 'record',
  right: 'edit',
  summary:
    'Cancela o boleto: o que o banco não tem deixa de valer; do que ele tem, a baixa é pedida na próxima remessa. A conta continua em aberto.',
  input: nothing,
  run: async ({ ctx, record }) => {
    if (!LIVE_BOLETO.includes(record.situacao)) throw badRequest('Este boleto já não está em cobrança.', 'closed')
    if (WITH_US.includes(record.situacao)) await update(ctx, boleto, record, { situacao: BOLETO.CANCELADO }, 'cancela')
    else await writeOff(ctx, [record.contas_receber_id])
  },
})

/** Takes back an instruction that was not sent. */
export const desiste = action(boletoInstrucao, 'desiste', {
  on: 'record',
  right: 'edit',
  summary: 'Desiste de uma instrução que ainda não foi enviada.',
  input: nothing,
  run: async ({ ctx, record }) => {
    if (record.situacao !== INSTRUCTION.PENDENTE) throw badRequest('Esta instrução já foi enviada.', 'sent')
    await update(ctx, boletoInstrucao, record, { situacao: INSTRUCTION.CANCELADA }, 'desiste')
  },
})

/** The file, byte for byte as it was made (E3-088). */
export const conteudo = action(remessa, 'conteudo', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'O arquivo da remessa, byte a byte como foi gerado.',
  input: nothing,
  answer: 'O arquivo',
  run: async ({ ctx, record }) => {
    const [kept] = await loadWhere(ctx, remessaConteudo, 'remessa_id', [record.id])
    if (!kept) throw badRequest('O conteúdo deste arquivo não está guardado.', 'no_content')
    return new Download(
      record.arquivo ?? 'remessa.rem',
      'txt',
      new Uint8Array(Buffer.from(kept.conteudo, 'base64')),
      true,
    )
  },
})

/** Discards a file that was never sent: its boletos wait again. A person says that it was not, and why. */
export const descarta = action(remessa, 'descarta', {
  on: 'record',
  right: 'edit',
  summary:
    'Descarta a remessa que não foi enviada ao banco: os boletos voltam a esperar. Quem descarta diz que ela não foi enviada.',
  input: v.object({
    naoEnviada: v.literal(true, 'Confirme que o arquivo não foi enviado ao banco.'),
    xMotivo: shortText(300),
  }),
  run: async ({ ctx, record, input }) => {
    if (record.dhDescarte !== null) throw badRequest('Esta remessa já foi descartada.', 'discarded')
    await load(ctx, bancoCnab, Number(record.banco_cnab_id), { lock: true })
    const own = await rowsOf(
      ctx,
      sql`select boleto_id, instrucao_id from remessa_titulo where remessa_id = ${record.id}`,
    )
    const entries = own.filter((row) => row.instrucao_id === null).map((row) => Number(row.boleto_id))
    const boletos = await loadWhere(ctx, boleto, 'id', entries, { lock: true })
    const orders = await loadWhere(
      ctx,
      boletoInstrucao,
      'id',
      own.flatMap((row) => (row.instrucao_id === null ? [] : [Number(row.instrucao_id)])),
      { lock: true },
    )
    if (
      boletos.some((one) => one.situacao !== BOLETO.EM_REMESSA) ||
      orders.some((one) => one.situacao !== INSTRUCTION.ENVIADA)
    )
      throw badRequest('O banco já respondeu a esta remessa: ela foi enviada.', 'answered')
    await withdrawFiles(ctx, 'remessa', [record.id])
    await updateMany(
      ctx,
      boleto,
      boletos,
      boletos.map(({ id }: Boleto) => ({ id, situacao: BOLETO.A_REGISTRAR, remessa_id: null })),
      'descarta',
    )
    await updateRows(
      ctx,
      boletoInstrucao,
      orders.map(({ id }) => ({ id, situacao: INSTRUCTION.PENDENTE, remessa_id: null })),
    )
    await update(ctx, remessa, record, { dhDescarte: ctx.clock.now(), xMotivo: input.xMotivo }, 'descarta')
  },
})
