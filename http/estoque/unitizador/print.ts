import { sql } from 'drizzle-orm'
import { formatDate } from '../../../core/br/date-text'
import { UNIT_KINDS } from '../../../core/fields/estoque/unitizador'
import { shortNumber } from '../../../core/fields/show'
import { sum } from '../../../core/money/decimal'
import { unitLabel } from '../../../core/receiving/reading'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { update } from '../../platform/engine/write'
import { text } from '../../relatorios/document'
import { printingInput } from '../etiquetas/ask'
import { agentFile, forAgent } from '../etiquetas/get-print-file-avulsa'
import { labelFile, type LabelToPrint } from '../etiquetas/label-file'
import { templateOf } from '../etiquetas/templates'
import { type Held, heldBy } from './held'
import { type Unit, unitizador } from './unitizador'

const GOODS_TOLD = 4

/** Its label for the printer of a computer. One that is printed again says so, and is counted. */
export const getprintfile = action(unitizador, 'getprintfile', {
  on: 'record',
  verb: 'imprime',
  right: 'edit',
  summary: 'Etiqueta do unitizador como o agente de impressão a recebe; da segunda vez em diante diz a via.',
  input: v.object(printingInput),
  answer: agentFile,
  run: async ({ ctx, record, input }) => {
    const { template: wanted, formato, ...options } = input
    const template = await templateOf(ctx, wanted, { use: 'unitizador', empresa_id: record.empresa_id })
    const file = await labelFile(template, [await labelOf(ctx, record)], { ...options, format: formato })
    await update(ctx, unitizador, record, { nVias: record.nVias + 1, dhImpressao: ctx.clock.now() }, 'imprime')
    return forAgent(`unitizador-${record.id}`, file, template)
  },
})

async function labelOf(ctx: Ctx, unit: Unit): Promise<LabelToPrint> {
  const held = await heldBy(ctx, unit.id)
  const [where] = await rowsOf(
    ctx,
    sql`select c."xNome" as empresa, a.codigo as local from empresa c left join armazenamento a on a.id = ${unit.armazenamento_id} where c.id = ${unit.empresa_id}`,
  )
  const codBar = unit.codBar ?? unitLabel(unit.id)
  const record = {
    // An SSCC stands behind its identifier.
    etiqueta: codBar === unitLabel(unit.id) ? codBar : `00${codBar}`,
    tipo: UNIT_KINDS[unit.tipo],
    volumes: `${held.length} ${held.length === 1 ? 'volume' : 'volumes'}`,
    conteudo: contentOf(held),
    local: text(where?.local),
    empresa: text(where?.empresa),
    data: formatDate(ctx.clock.today()),
    via: unit.nVias === 0 ? '' : `${unit.nVias + 1}ª via`,
  }
  return { name: `${record.tipo} ${codBar}`, record }
}

/** How much of which goods is on it, the first of them. */
function contentOf(held: readonly Held[]): string {
  const goods = [...Map.groupBy(held, (one) => one.mercadoria_id).values()]
  const told = goods.slice(0, GOODS_TOLD).map((labels) => {
    const all = sum(labels.map(({ label }) => label.qMultipla)).toFixed(4)
    return [shortNumber(all, 4), labels[0]?.un, labels[0]?.xProd].filter(Boolean).join(' ')
  })
  return [...told, ...(goods.length > GOODS_TOLD ? [`e outras ${goods.length - GOODS_TOLD}`] : [])].join('; ')
}
