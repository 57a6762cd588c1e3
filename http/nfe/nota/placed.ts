import type { Place, Problem } from '../../../core/fiscal/issue/problems'
import type { Source } from './source/source'

/** Problems with the numbers of the records in which they are mended: of those that the note's document names, and of the rules that its lines were taxed by. */
export function placed(
  source: Source,
  problems: readonly Problem[],
  rules: readonly unknown[] = [],
): readonly Problem[] {
  const { company, operation, carrier, partner, origin, register, lines } = source
  const known: Readonly<Record<string, unknown>> = {
    empresa: company.id,
    tipo_entrada_saida: operation.id,
    transportadora: carrier?.id,
    venda_duplicata: origin.id,
    [register]: partner?.id,
    [origin.of]: origin.id,
    [origin.lines]: origin.id,
  }
  return problems.map((problem) => {
    const { nItem } = problem
    if (!problem.place) return problem
    const place = ofDocument(source, problem.place)
    const at = (nItem ?? 0) - 1
    const ofLine: typeof known = { mercadoria: lines[at]?.mercadoria_id, tributacao: rules[at] }
    const id = ofLine[place.resource] ?? known[place.resource]
    return { ...problem, place: typeof id === 'number' ? { ...place, id } : place }
  })
}

/** What is said of a customer and of a sale is of whom and of what this note is. */
function ofDocument({ origin, register }: Source, { resource, field }: Place): Place {
  if (resource === 'cliente')
    return { resource: register, field: field === 'indIEDest' && register !== resource ? 'IE' : field }
  if (resource === 'venda') return { resource: origin.of, field }
  return { resource: resource === 'venda_mercadoria' ? origin.lines : resource, field }
}
