import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { formatDate } from '../../../core/br/date-text'
import { shortNumber } from '../../../core/fields/show'
import { type Picking, pickingLabels } from '../../../core/labels/picking'
import { decimal } from '../../../core/money/decimal'
import { printingInput } from '../../estoque/etiquetas/ask'
import { agentFile, forAgent } from '../../estoque/etiquetas/get-print-file-avulsa'
import { labelFile, type LabelToPrint } from '../../estoque/etiquetas/label-file'
import { templateOf } from '../../estoque/etiquetas/templates'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { insertRows, loadWhere, patchRows } from '../../platform/engine/write'
import { badRequest, invalid, notFound } from '../../platform/errors'
import { idList, identifier } from '../../platform/inputs'
import type { Row } from '../../platform/resource'
import { text } from '../../relatorios/document'
import { separacao, separacaoVolume } from './separacao'
import { boxesOf } from './volumes'

const MOST_ORDERS = 200
const MOST_LABELS = 2_000

/**
 * Labels of the boxes that orders leave in (E3-024), as the printing agent takes them: all of them, or one that is printed again. How often each was printed is counted. Throws 404,
 * 400 `no_items` and `too_many`.
 */
export const getPrintFileEtiqueta = action(separacao, 'getPrintFileEtiqueta', {
  on: 'collection',
  right: 'edit',
  summary: 'Etiquetas dos volumes de separações, uma por volume, como o agente de impressão as recebe.',
  input: v.object({
    id: v.optional(identifier),
    id_list: v.optional(idList),
    separacao_venda_id: v.optional(identifier),
    nVolume: v.optional(identifier),
    ...printingInput,
  }),
  answer: agentFile,
  run: async ({ ctx, input }) => {
    const { id, id_list, separacao_venda_id, nVolume, template: wanted, formato, ...options } = input
    const ids = [...new Set(id_list ?? (id === undefined ? [] : [id]))]
    if (ids.length === 0) throw invalid({ id_list: ['Selecione pelo menos um cliente para Imprimir!'] })
    if (ids.length > MOST_ORDERS) throw invalid({ id_list: [`Informe até ${MOST_ORDERS} separações.`] })
    const [order, ...others] = await loadWhere(ctx, separacao, 'id', ids, { lock: true })
    if (!order || others.length + 1 < ids.length) throw notFound()
    const boxes = (await labelsOf(ctx, ids)).filter(
      (one) =>
        (separacao_venda_id === undefined || one.document === separacao_venda_id) &&
        (nVolume === undefined || one.nVolume === nVolume),
    )
    if (boxes.length === 0) throw badRequest('Não há volumes a etiquetar.', 'no_items')
    if (boxes.length > MOST_LABELS)
      throw badRequest(
        `São mais de ${MOST_LABELS.toLocaleString('pt-BR')} etiquetas: imprima menos de uma vez.`,
        'too_many',
      )
    const template = await templateOf(ctx, wanted, { use: 'separacao', empresa_id: order.empresa_id })
    const file = await labelFile(
      template,
      boxes.map((one) => one.label),
      { ...options, format: formato },
    )
    await countPrinted(ctx, boxes)
    return forAgent(ids.length === 1 ? `separacao-${order.id}` : 'separacoes', file, template)
  },
})

interface Box {
  readonly order: number
  readonly empresa_id: number
  readonly document: number
  readonly nVolume: number
  readonly label: LabelToPrint
}

/** The boxes of orders, in the order of their documents, with what their labels say. */
async function labelsOf(ctx: Ctx, ids: readonly number[]): Promise<Box[]> {
  const rows = await rowsOf(
    ctx,
    sql`select d.id, d.separacao_id, d.empresa_id, d.venda_id, d."xNome", d.volumes, coalesce(em."xMun", m."xMun") as cidade, coalesce(ce."UF", c."UF") as uf, t."xNome" as transportadora, e."xNome" as empresa,
          (select max(r.id) from rota_venda x join rota r on r.id = x.rota_id and r."dhCancelamento" is null where x.venda_id = d.venda_id) as rota,
          (select sum(l."qSeparada" * p."pesoB")::text from separacao_mercadoria l join mercadoria p on p.id = l.mercadoria_id where l.separacao_venda_id = d.id) as peso
        from separacao_venda d join empresa e on e.id = d.empresa_id left join venda v on v.id = d.venda_id left join cliente c on c.id = v.cliente_id left join municipio m on m.id = c."cMun"
        left join cliente_endereco ce on ce.id = v.endereco_id left join municipio em on em.id = ce."cMun" left join transportadora t on t.id = v.transportadora_id
        where d.separacao_id = any (${intArray(ids)}::int[]) and d."dhCancelamento" is null order by d.separacao_id, d.posicao, d.id`,
  )
  return rows.flatMap((row) =>
    pickingLabels(pickingOf(row)).map((told, at) => ({
      order: Number(row.separacao_id),
      empresa_id: Number(row.empresa_id),
      document: Number(row.id),
      nVolume: at + 1,
      label: {
        name: `Separação ${Number(row.separacao_id)}, volume ${at + 1}`,
        record: { ...told, empresa: text(row.empresa), data: formatDate(ctx.clock.today()) },
      },
    })),
  )
}

const pickingOf = (row: Row): Picking => ({
  separacao_id: Number(row.separacao_id),
  venda_id: row.venda_id === null ? null : Number(row.venda_id),
  cliente: text(row.xNome),
  volumes: Number(row.volumes),
  rota: text(row.rota),
  transportadora: text(row.transportadora),
  cidade: text(row.cidade),
  uf: text(row.uf),
  peso: row.peso === null ? '' : shortNumber(decimal(String(row.peso)), 3),
})

/** How often each box was printed: those that nobody has spoken of yet are known from now on. */
async function countPrinted(ctx: Ctx, printed: readonly Box[]): Promise<void> {
  const dhImpressao = ctx.clock.now()
  const stored = await boxesOf(ctx, [...new Set(printed.map((one) => one.document))])
  const known = new Map(stored.map((one) => [`${one.separacao_venda_id}/${one.nVolume}`, one]))
  const keyOf = ({ document, nVolume }: Box): string => `${document}/${nVolume}`
  const before = printed.flatMap((one) => known.get(keyOf(one)) ?? [])
  await patchRows(
    ctx,
    separacaoVolume,
    before.map(({ id, nVias }) => ({ id, nVias: nVias + 1, dhImpressao })),
  )
  await insertRows(
    ctx,
    separacaoVolume,
    printed
      .filter((one) => !known.has(keyOf(one)))
      .map(({ order: separacao_id, document: separacao_venda_id, empresa_id, nVolume }) => ({
        separacao_id,
        separacao_venda_id,
        empresa_id,
        nVolume,
        nVias: 1,
        dhImpressao,
      })),
  )
}
