import { bookletMarks, SLIPS_A_PAGE } from './booklet'
import type { BoletoForm, BoletoPaper } from './boleto-paper'
import type { Mark } from './marks'
import { sheetMarks } from './sheet'
import { boletoTexts, type BoletoTexts } from './texts'

/** The pages of boletos in a form, one after another as they are asked for. Throws what `boletoTexts` throws. */
export function* boletoPages(papers: Iterable<BoletoPaper>, forma: BoletoForm): Generator<readonly Mark[]> {
  const most = forma === 'folha' ? 1 : SLIPS_A_PAGE
  let some: BoletoTexts[] = []
  for (const paper of papers) {
    some.push(boletoTexts(paper))
    if (some.length < most) continue
    yield pageOf(some, forma)
    some = []
  }
  if (some.length > 0) yield pageOf(some, forma)
}

const pageOf = (some: readonly BoletoTexts[], forma: BoletoForm): Mark[] =>
  forma === 'folha' ? some.flatMap(sheetMarks) : bookletMarks(some)
