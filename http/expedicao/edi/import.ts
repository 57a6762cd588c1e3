import { sql } from 'drizzle-orm'
import type { EdiFile } from '../../../core/edi/edi-file'
import type { Taken } from '../../../core/edi/taken'
import { formatDate } from '../../../core/br/date-text'
import { bareTaxId } from '../../../core/br/tax-id'
import { sum } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import { ApiError, badRequest } from '../../platform/errors'
import { announce, insert, insertRows } from '../../platform/engine/write'
import { lockNames } from '../../platform/locks'
import { applyCharges, takeCharges } from './charges'
import { counted } from './counts'
import { type Edi, edi, ediConteudo } from './edi'
import { applyEvents, takeEvents } from './events'
import { applyWaybills, takeWaybills } from './waybills'

/** A carrier's file, read into the company's register whole or not at all. */
export interface Incoming {
  readonly file: EdiFile
  readonly arquivo: string
  readonly sha256: string
  readonly bytes: Uint8Array
}

const MOST_UNKNOWN = 200
const MOST_NOTICES = 50

/**
 * Reads a file in. Two that send it at once wait for one another. Throws 409 `known_file` naming the earlier one, 400 `own_file` for a NOTFIS, which is sent and not received.
 */
export async function importEdi(ctx: Ctx, empresa_id: number, incoming: Incoming): Promise<Taken> {
  const { file, sha256 } = incoming
  if (file.kind === 'notfis') throw badRequest('Um NOTFIS é enviado à transportadora, não recebido dela.', 'own_file')
  await inTurn(ctx, empresa_id)
  await assertNew(ctx, empresa_id, sha256)
  const head = await insert(ctx, edi, {
    ...headOf(incoming),
    empresa_id,
    transportadora_id: await carrierOf(ctx, file),
  })
  await keep(ctx, head, incoming.bytes)
  await TAKE[file.kind](ctx, head, file)
  return applied(ctx, head)
}

const TAKE = { ocoren: takeEvents, conemb: takeWaybills, doccob: takeCharges } as const
const APPLY = {
  notfis: () => Promise.resolve(),
  ocoren: applyEvents,
  conemb: applyWaybills,
  doccob: applyCharges,
} as const

/** Files of a company are applied one at a time: each finds what the others did. */
const inTurn = ({ db }: Ctx, empresa_id: number): Promise<void> => lockNames(db, [`edi ${empresa_id}`])

/** Does what can be done of a file as things stand now, and counts it. What is done already stays. */
export async function applied(ctx: Ctx, head: Edi): Promise<Taken> {
  await inTurn(ctx, head.empresa_id)
  await APPLY[head.tipo](ctx, head)
  const now = await counted(ctx, head)
  await announce(ctx, edi, head.id)
  return {
    id: now.id,
    tipo: now.tipo,
    versao: now.versao_leiaute,
    linhas: now.qLinhas ?? 0,
    aplicadas: now.qAplicadas ?? 0,
    pendentes: now.qPendentes ?? 0,
    divergentes: now.qDivergentes ?? 0,
    ignoradas: now.qIgnoradas ?? 0,
    avisos: Array.isArray(now.avisos) ? now.avisos.map(String) : [],
  }
}

async function assertNew(ctx: Ctx, empresa_id: number, sha256: string): Promise<void> {
  const [row] = await rowsOf(
    ctx,
    sql`select id, arquivo, criado_em::date::text as dia from edi where empresa_id = ${empresa_id} and sha256 = ${sha256}`,
  )
  if (row)
    throw new ApiError(
      409,
      'known_file',
      `Este arquivo já foi carregado em ${formatDate(String(row.dia))}: nº ${Number(row.id)} (${String(row.arquivo)}).`,
    )
}

/** The carrier that a file is of, by its CNPJ. */
async function carrierOf(ctx: Ctx, { carrier }: EdiFile): Promise<number | null> {
  const [row] = await rowsOf(
    ctx,
    sql`select id from transportadora where "CNPJ_CPF" = ${bareTaxId(carrier)} order by ativo desc, id limit 1`,
  )
  return row ? Number(row.id) : null
}

function headOf({ file, arquivo, sha256, bytes }: Incoming) {
  const days = [
    ...file.events.map((one) => one.at?.slice(0, 10)),
    ...file.waybills.map((one) => one.issued),
    ...file.invoices.map((one) => one.issued),
  ]
    .filter((one) => typeof one === 'string')
    .toSorted()
  const freights =
    file.kind === 'doccob' ? file.invoices.map((one) => one.total) : file.waybills.map((one) => one.freight)
  return {
    sentido: 'entrada',
    tipo: file.kind,
    versao_leiaute: file.version,
    CNPJ_transp: file.carrier.slice(0, 14),
    xTransp: (file.carrierName || file.sender).slice(0, 60),
    intercambio: file.interchange,
    dGeracao: file.made,
    dInicio: days[0] ?? null,
    dFim: days.at(-1) ?? null,
    arquivo: arquivo.slice(0, 200) || 'arquivo',
    sha256,
    tamanho: bytes.length,
    qRegistros: file.lines,
    vTotal: sum(freights).toFixed(2),
    avisos: file.notices.slice(0, MOST_NOTICES),
    desconhecidas: file.unknown.slice(0, MOST_UNKNOWN),
  }
}

/** Keeps the bytes of a file beside it. */
export async function keep(ctx: Ctx, { id, empresa_id }: Edi, bytes: Uint8Array): Promise<void> {
  await insertRows(ctx, ediConteudo, [{ empresa_id, edi_id: id, conteudo: Buffer.from(bytes).toString('base64') }])
}
