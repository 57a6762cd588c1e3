import { sql } from 'drizzle-orm'
import { type Evento, EVENTOS, type Ocorrencia, type Retorno } from '../../../core/banking/cnab/retorno'
import { paidOf } from '../../../core/banking/cnab/paid'
import { LINE } from '../../../core/fields/financeiro/boleto'
import { pixCodeOf } from '../../../core/banking/cnab/pix-code'
import { assertWhole } from '../../../core/banking/cnab/read-retorno'
import { counted } from '../../../core/br/number'
import { decimal, type Decimal, ZERO } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import { addRows, announce, insert, insertRows, load, patchRows } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { lockNames } from '../../platform/locks'
import { applyEvents } from './apply'
import { boletosOf, type Known } from './match'
import { recount, retorno, retornoBoleto, retornoConteudo, type RetornoRecord } from './retorno'

/** A file of the bank, read into the company's register whole or not at all. It settles nothing: what was paid waits for who confirms it. */

export interface Incoming {
  readonly file: Retorno
  readonly arquivo: string
  readonly sha256: string
  readonly bytes: Uint8Array
}

export interface Taken {
  readonly id: number
  /** The same bytes came before: nothing was done. */
  readonly conhecido: boolean
  readonly banco: string
  readonly ocorrencias: number
  readonly aBaixar: number
  readonly semBoleto: number
  readonly repetidas: number
  readonly avisos: readonly string[]
}

const MOST_KEPT = 200

/** Collections that a file is of: those of its bank, and of its account where several are. Throws 400 `no_setup`. */
async function setupsOf(ctx: Ctx, empresa_id: number, { banco, conta, convenio }: Retorno) {
  const rows = await rowsOf(
    ctx,
    sql`select c.id, c.banco_id, c.conta, c.convenio, c.pago_liquido from banco_cnab c join banco b on b.id = c.banco_id
        where c.empresa_id = ${empresa_id} and b.codigo = ${banco} order by c.ativo desc, c.id`,
  )
  if (rows.length === 0)
    throw badRequest(`Não há cobrança cadastrada no banco ${banco}: cadastre a conta e a cobrança antes.`, 'no_setup')
  const bare = (text: unknown) =>
    String(text ?? '')
      .replaceAll(/\D/g, '')
      .replace(/^0+/, '')
  const isOwn = (own: string, told: string) =>
    own !== '' && told !== '' && (told === own || told.startsWith(own) || told.endsWith(own))
  const own = rows.filter((row) => isOwn(bare(row.convenio), bare(convenio)) || isOwn(bare(row.conta), bare(conta)))
  return own.length > 0 ? own : rows
}

/** Money of a line that waits to be settled: what was paid, given back, or taken as a fee. */
const PAYS: ReadonlySet<Evento> = new Set([
  'liquidado',
  'liquidado_parcial',
  'liquidado_cartorio',
  'pagamento_cancelado',
])

interface Reading {
  readonly head: RetornoRecord
  /** When the whole file is credited, where it says so. */
  readonly dCredito: string | null
  readonly isNet: boolean
  /** Who collects, as Pix codes name them. */
  readonly holder: { readonly name: string; readonly city: string }
}

/** What becomes of a line as it comes: money waits to be settled, what is of no boleto waits for somebody who knows. */
function stateOf(known: Known | undefined, hasMoney: boolean, hasFee: boolean): number {
  if (known === undefined) return hasMoney || !hasFee ? LINE.SEM_BOLETO : LINE.A_BAIXAR
  return hasMoney || hasFee ? LINE.A_BAIXAR : LINE.INFORMADA
}

function lineOf({ head, dCredito, isNet, holder }: Reading, one: Ocorrencia, known: Known | undefined) {
  const paid = paidOf(one, known?.valor ?? one.valor, isNet)
  const hasMoney = PAYS.has(one.evento) && paid.vPago.sign() > 0
  const money = (value: Decimal) => (hasMoney ? value : ZERO).toFixed(2)
  const situacao = stateOf(known, hasMoney, paid.vTarifa.sign() > 0)
  return {
    empresa_id: head.empresa_id,
    retorno_id: head.id,
    boleto_id: known?.id ?? null,
    contas_receber_id: known?.contas_receber_id ?? null,
    linha: one.linha,
    codigo: one.codigo.slice(0, 4),
    texto: (one.texto || EVENTOS[one.evento]).slice(0, 120),
    evento: one.evento,
    motivos:
      one.motivos
        .map(({ codigo, texto }) => [codigo, texto].filter(Boolean).join(' '))
        .join('; ')
        .slice(0, 300) || null,
    nosso_numero: one.nosso_numero.slice(0, 25),
    seu_numero: one.seu_numero.slice(0, 25),
    uso_empresa: one.uso_empresa.slice(0, 25),
    xPagador: one.pagador.nome.slice(0, 60),
    dOcorrencia: one.dOcorrencia,
    dVencimento: one.dVencimento,
    dCredito: one.dCredito ?? dCredito ?? one.dOcorrencia,
    valor: decimal(one.valor).toFixed(2),
    vPago: money(paid.vPago),
    vJuros: money(paid.vJuros),
    vMulta: money(paid.vMulta),
    vDesc: money(paid.vDesc),
    vTarifa: paid.vTarifa.toFixed(2),
    pix: one.pix === null ? null : pixCodeOf(one.pix, holder),
    situacao,
    motivo: situacao === LINE.SEM_BOLETO ? 'Não há boleto com este nosso número nesta cobrança.' : null,
  }
}

/** By what an event is known in whatever file it comes: its title, what happened, when, how much; the how-manieth of its kind in its file. */
function keysOf(banco: string, all: readonly Ocorrencia[]): readonly string[] {
  const seen = new Map<string, number>()
  return all.map(({ nosso_numero, codigo, dOcorrencia, pago, linha }) => {
    const number = nosso_numero.replaceAll(/[^\dA-Za-z]/g, '').replace(/^0+/, '') || `linha ${linha}`
    const key = [banco, number, codigo, dOcorrencia ?? '', decimal(pago).toFixed(2)].join('|')
    const nth = (seen.get(key) ?? 0) + 1
    seen.set(key, nth)
    return `${key}#${nth}`.slice(0, 120)
  })
}

/** Keys of events that another file has told. */
async function knownKeys(ctx: Ctx, empresa_id: number, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await rowsOf(
    ctx,
    sql`select k.chave from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) k(chave)
        where exists (select 1 from retorno_boleto r where r.empresa_id = ${empresa_id} and r.chave = k.chave and r.situacao <> ${LINE.REPETIDA})`,
  )
  return new Set(rows.map((row) => String(row.chave)))
}

async function holderOf(ctx: Ctx, empresa_id: number): Promise<Reading['holder']> {
  const [row] = await rowsOf(
    ctx,
    sql`select coalesce(nullif(e."xFant", ''), e."xNome") as nome, coalesce(m."xMun", 'BRASIL') as cidade from empresa e left join municipio m on m.id = e."cMun" where e.id = ${empresa_id}`,
  )
  return { name: String(row?.nome ?? ''), city: String(row?.cidade ?? '') }
}

const CHUNK = 5_000

/**
 * Reads a file in. Two that send it at once wait for one another; the same bytes are shown again and do nothing; an event that another file told is joined to it.
 * Throws 400 `damaged_file` for one that was cut or altered, `no_setup` where the company has no collection at its bank.
 */
export async function importRetorno(
  ctx: Ctx,
  empresa_id: number,
  { file, arquivo, sha256, bytes }: Incoming,
): Promise<Taken> {
  assertWhole(file)
  await lockNames(ctx.db, [`retorno ${empresa_id}`])
  const [same] = await rowsOf(ctx, sql`select id from retorno where empresa_id = ${empresa_id} and sha256 = ${sha256}`)
  if (same) return told(ctx, await load(ctx, retorno, Number(same.id)), true)
  const setups = await setupsOf(ctx, empresa_id, file)
  const [setup] = setups
  const banco_id = Number(setup?.banco_id)
  const { layout, sequencia, data } = file
  const head = await insert(ctx, retorno, {
    empresa_id,
    banco_id,
    banco_cnab_id: setups.length === 1 ? Number(setup?.id) : null,
    codigo: file.banco,
    layout,
    sequencia,
    data,
    arquivo: arquivo.slice(0, 200) || 'arquivo',
    sha256,
    qLinhas: file.ocorrencias.length,
    avisos: noticesOf(file),
    desconhecidas: file.desconhecidos.slice(0, MOST_KEPT),
  })
  await insertRows(ctx, retornoConteudo, [
    { empresa_id, retorno_id: head.id, conteudo: Buffer.from(bytes).toString('base64') },
  ])
  const where = { empresa_id, setups: setups.map((one) => Number(one.id)) }
  const byId = new Map(setups.map((one) => [Number(one.id), one]))
  const holder = await holderOf(ctx, empresa_id)
  const keys = keysOf(file.banco, file.ocorrencias)
  const before = await knownKeys(ctx, empresa_id, keys)
  for (let at = 0; at < file.ocorrencias.length; at += CHUNK) {
    const part = file.ocorrencias.slice(at, at + CHUNK)
    const found = await boletosOf(ctx, where, part)
    const lines = part.map((one, nth) => {
      const known = found[nth]
      const own = byId.get(known?.banco_cnab_id ?? 0) ?? setup
      const reading = { head, dCredito: file.dCredito, isNet: own?.pago_liquido === true, holder }
      const chave = keys[at + nth] ?? ''
      const line = { ...lineOf(reading, one, known), banco_id: Number(own?.banco_id), chave }
      return before.has(chave) ? { ...line, situacao: LINE.REPETIDA, motivo: 'Outro arquivo já disse isto.' } : line
    })
    await addRows(ctx, retornoBoleto, lines)
    await applyEvents(ctx, lines)
  }
  await patchRows(ctx, retorno, [await sumsOf(ctx, head.id)])
  const [now = head] = await recount(ctx, [head.id])
  await announce(ctx, retorno, head.id)
  return told(ctx, now, false)
}

/** What is to be known of a file: utility slips are told of and settle nothing here. */
function noticesOf({ recebimentos }: Retorno): readonly string[] {
  return recebimentos.length === 0
    ? []
    : [
        `O arquivo traz ${counted(recebimentos.length, 'guia de arrecadação recebida', 'guias de arrecadação recebidas')}, que não são de boletos.`,
      ]
}

async function sumsOf(ctx: Ctx, id: number) {
  const [row] = await rowsOf(
    ctx,
    sql`select coalesce(sum("vPago"), 0)::text as "vPago", coalesce(sum("vTarifa"), 0)::text as "vTarifa" from retorno_boleto where retorno_id = ${id} and situacao <> ${LINE.REPETIDA}`,
  )
  return { id, vPago: String(row?.vPago), vTarifa: String(row?.vTarifa) }
}

async function told(ctx: Ctx, head: RetornoRecord, conhecido: boolean): Promise<Taken> {
  const [row] = await rowsOf(
    ctx,
    sql`select count(*)::int as n from retorno_boleto where retorno_id = ${head.id} and situacao = ${LINE.REPETIDA}`,
  )
  return {
    id: head.id,
    conhecido,
    banco: head.codigo ?? '',
    ocorrencias: head.qLinhas,
    aBaixar: head.qBaixar,
    semBoleto: head.qSemBoleto,
    repetidas: Number(row?.n),
    avisos: Array.isArray(head.avisos) ? head.avisos.map(String) : [],
  }
}
