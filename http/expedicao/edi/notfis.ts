import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { counted as countedText } from '../../../core/br/number'
import { TIME_ZONE } from '../../../core/br/time-zone'
import type { EdiVersion } from '../../../core/edi/edi-file'
import { namesOf, writeNotfis } from '../../../core/edi/write-notfis'
import { LINE_DONE } from '../../../core/fields/expedicao/edi'
import { nfeLife } from '../../../core/lifecycle/nfe'
import { sum } from '../../../core/money/decimal'
import { transportadora } from '../../cadastros/pessoas'
import { venda } from '../../comercial/venda/venda'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { sha256Of } from '../../platform/digest'
import { badRequest, invalid } from '../../platform/errors'
import { intArray } from '../../platform/engine/query'
import { insert, load, loadWhere } from '../../platform/engine/write'
import { flag, identifier } from '../../platform/inputs'
import { assertMay } from '../../platform/rights'
import { inStates } from '../../platform/in-states'
import { lockNames } from '../../platform/locks'
import { trialOf } from '../../platform/trial'
import { rota, rotaVenda } from '../rota/rota'
import { addLines, counted } from './counts'
import { edi } from './edi'
import { keep } from './import'
import { senderOf, type Shipped, shippedOf } from './shipment'

/** As many notes as one file takes. */
const MOST = 2_000

const some = v.optional(v.nullable(v.pipe(v.array(identifier), v.maxLength(MOST, `No máximo ${MOST} vendas.`))), null)

const input = v.object({
  vendas: some,
  rota_id: v.optional(v.nullable(identifier), null),
  transportadora_id: v.optional(v.nullable(identifier), null),
  versao: v.optional(v.picklist(['3.0a', '5.0'], 'Selecione a versão 3.0A ou 5.0.'), '3.0a'),
  confirma: v.optional(flag, false),
})

type Asked = v.InferOutput<typeof input>

/** Makes the file that tells a carrier which notes go with it: of sales that are named, of a route's, or of all that wait for this carrier. It is kept, and downloaded by `conteudo`. */
export const geraNOTFIS = action(edi, 'geraNOTFIS', {
  on: 'collection',
  right: 'create',
  summary:
    'Gera o NOTFIS de uma transportadora: das vendas escolhidas, das de uma rota, ou de todas as suas que não foram enviadas; pergunta antes de enviar de novo.',
  input,
  answer: v.object({ id: v.number(), arquivo: v.string(), notas: v.number(), intercambio: v.string() }),
  run: async ({ ctx, input: asked }) => {
    assertMay(ctx, venda, 'read')
    const { empresa_id } = ctx.actor
    await lockNames(ctx.db, [`notfis ${empresa_id}`])
    const ids = await wantedSales(ctx, asked)
    if (ids.length === 0) throw badRequest('Selecione ao menos uma venda.', 'no_sales')
    if (ids.length > MOST)
      throw badRequest(`São mais de ${MOST} vendas: selecione as vendas ou uma rota, ${MOST} por arquivo.`, 'too_many')
    const shipped = await shippedOf(ctx, empresa_id, ids, asked.versao)
    const transportadora_id = carrierOf(shipped, asked.transportadora_id)
    await assertNotSent(ctx, shipped, asked)
    return make(ctx, { transportadora_id, version: asked.versao, shipped })
  },
})

/** Which sales are asked for: one more than a file takes tells that there are more. */
async function wantedSales(ctx: Ctx, { vendas, rota_id, transportadora_id }: Asked): Promise<readonly number[]> {
  if (vendas !== null) return [...new Set(vendas)]
  if (rota_id !== null) {
    const route = await load(ctx, rota, rota_id)
    return (await loadWhere(ctx, rotaVenda, 'rota_id', [route.id])).map((one) => one.venda_id)
  }
  if (transportadora_id === null) throw invalid({ transportadora_id: ['Selecione a transportadora.'] })
  const rows = await rowsOf(
    ctx,
    sql`select distinct s.id from venda s join nfe n on n.venda_id = s.id and n.mod = 55 and ${inStates(nfeLife, ['autorizada'], 'n')}
        where s.empresa_id = ${ctx.actor.empresa_id} and s.transportadora_id = ${transportadora_id} and s."dhCancelamento" is null
          and s."dhEnviado" is null and not exists (select 1 from edi_linha l where l.venda_id = s.id and l.tipo = 'nota') order by s.id limit ${MOST + 1}`,
  )
  return rows.map((row) => Number(row.id))
}

/** The one carrier of all sales; a sale that names none goes with the one that was chosen. Throws 400 `other_carrier` naming the sales. */
function carrierOf(shipped: readonly Shipped[], chosen: number | null): number {
  const carrier = chosen ?? shipped.find((one) => one.transportadora_id !== null)?.transportadora_id ?? null
  if (carrier === null) throw invalid({ transportadora_id: ['Selecione a transportadora.'] })
  const others = shipped.filter((one) => one.transportadora_id !== null && one.transportadora_id !== carrier)
  if (others.length > 0)
    throw badRequest(
      `Um NOTFIS é de uma só transportadora: a venda nº ${others
        .slice(0, 20)
        .map((one) => one.venda_id)
        .join(', ')} é de outra.`,
      'other_carrier',
    )
  return carrier
}

/** Throws 400 `confirm` where notes were told to a carrier before, naming them. */
async function assertNotSent(ctx: Ctx, shipped: readonly Shipped[], { confirma }: Asked): Promise<void> {
  if (confirma) return
  const keys = shipped.map((one) => one.note.key)
  const sales = shipped.map((one) => one.venda_id)
  const rows = await rowsOf(
    ctx,
    sql`select distinct l."nNF", l.edi_id from edi_linha l where l.empresa_id = ${ctx.actor.empresa_id} and l.tipo = 'nota'
        and l.venda_id = any (${intArray(sales)}::int[]) and l."chNFe" in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)) order by 1 limit 21`,
  )
  if (rows.length === 0) return
  const told = rows.slice(0, 20).map((row) => `${Number(row.nNF)} (arquivo nº ${Number(row.edi_id)})`)
  throw badRequest(
    `${rows.length === 1 ? 'Já foi enviada a nota' : 'Já foram enviadas as notas'} ${told.join(', ')}: deseja enviar de novo?`,
    'confirm',
  )
}

interface Making {
  readonly transportadora_id: number
  readonly version: EdiVersion
  readonly shipped: readonly Shipped[]
}

async function make(ctx: Ctx, { transportadora_id, version, shipped }: Making) {
  const { empresa_id } = ctx.actor
  const carrier = await load(ctx, transportadora, transportadora_id)
  const { date, time } = momentOf(ctx)
  const sequence = await nextSequence(ctx, { transportadora_id, version, date })
  const notes = shipped.map((one) => one.note)
  const { interchange } = namesOf({ version, date, time, sequence })
  const content = writeNotfis({
    version,
    shipper: await senderOf(ctx, empresa_id),
    carrierName: carrier.xNome,
    date,
    time,
    sequence,
    notes,
  })
  const bytes = new TextEncoder().encode(content)
  const days = notes.map((one) => one.issued).toSorted()
  const head = await insert(ctx, edi, {
    empresa_id,
    sentido: 'saida',
    tipo: 'notfis',
    versao_leiaute: version,
    transportadora_id,
    CNPJ_transp: (carrier.CNPJ_CPF ?? '').slice(0, 14),
    xTransp: carrier.xNome.slice(0, 60),
    intercambio: interchange,
    dGeracao: date,
    sequencia: sequence,
    dInicio: days[0] ?? null,
    dFim: days.at(-1) ?? null,
    arquivo: `NOTFIS_${interchange}_${transportadora_id}.txt`,
    sha256: sha256Of(bytes),
    tamanho: bytes.length,
    qRegistros: content.split('\r\n').length - 1,
    vTotal: sum(notes.map((one) => one.total)).toFixed(2),
  })
  await keep(ctx, head, bytes)
  await addLines(ctx, head, shipped, lineOf)
  await counted(ctx, head)
  trialOf(ctx)?.notes.push({
    frase: `${countedText(notes.length, 'nota vai', 'notas vão')} em ${head.arquivo}.`,
    notas: notes.length,
  })
  return { id: head.id, arquivo: head.arquivo, notas: notes.length, intercambio: interchange }
}

const lineOf = ({ venda_id, serie, nNF, note }: Shipped, at: number) => ({
  linha: at + 1,
  tipo: 'nota',
  situacao: LINE_DONE,
  venda_id,
  serie,
  nNF,
  chNFe: note.key || null,
  texto: `${countedText(note.volumes, 'volume', 'volumes')}, ${note.weight.replace('.', ',')} kg`,
  vVenda: note.freight,
})

/** The day and the time of now as Brasília's clocks say them. */
function momentOf({ clock }: Ctx): { readonly date: string; readonly time: string } {
  const told = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, timeStyle: 'medium', hourCycle: 'h23' })
  return { date: clock.today(), time: told.format(new Date(clock.now())) }
}

/** How many files of the day, of the carrier and the edition, there are, and one. */
async function nextSequence(
  ctx: Ctx,
  { transportadora_id, version, date }: { transportadora_id: number; version: EdiVersion; date: string },
): Promise<number> {
  const [row] = await rowsOf(
    ctx,
    sql`select coalesce(max(sequencia), 0) + 1 as n from edi where empresa_id = ${ctx.actor.empresa_id} and tipo = 'notfis'
        and transportadora_id = ${transportadora_id} and versao_leiaute = ${version} and "dGeracao" = ${date}`,
  )
  return Number(row?.n ?? 1)
}
