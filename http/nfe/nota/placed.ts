import type { Problem } from '../../../core/fiscal/issue/problems'
import type { Source } from './source'

/** Problems with the numbers of the records in which they are mended: of those that the note's document names, and of the rules that its lines were taxed by. */
export function placed(
  source: Source,
  problems: readonly Problem[],
  rules: readonly unknown[] = [],
): readonly Problem[] {
  const { company, operation, head, lines } = source
  const known: Readonly<Record<string, unknown>> = {
    empresa: company.id,
    tipo_entrada_saida: operation.id,
    cliente: head.cliente_id,
    transportadora: head.transportadora_id,
    venda: head.id,
    venda_duplicata: head.id,
    venda_mercadoria: head.id,
  }
  return problems.map((problem) => {
    const { place, nItem } = problem
    if (!place) return problem
    const at = (nItem ?? 0) - 1
    const ofLine: typeof known = { mercadoria: lines[at]?.mercadoria_id, tributacao: rules[at] }
    const id = ofLine[place.resource] ?? known[place.resource]
    return typeof id === 'number' ? { ...problem, place: { ...place, id } } : problem
  })
}
