import { addDays } from '../../core/br/civil-date'
import { planInputOf } from '../../core/mrp/plan-sources'
import { empresa as companies } from '../../http/cadastros/empresa'
import { loadSources } from '../../http/mrp/planejamento/load'
import { find } from '../../http/platform/engine/write'
import { refused } from '../exit'
import { asSystem, withDatabase } from '../local'
import type { PlanSource } from './run'
// Defines the resources that the sources are read from.
// oxlint-disable-next-line import/no-unassigned-import
import '../../http/resources'

interface Asked {
  readonly empresa: number
  readonly previsao: number | null
  readonly start: string
  readonly days: number
}

/** What a company's plan is made from, read as a plan of the screen reads it. */
export function companyInput({ empresa, previsao, start, days }: Asked): Promise<PlanSource> {
  return withDatabase((database) =>
    asSystem(database, async (ctx) => {
      if (!(await find(ctx, companies, empresa))) throw refused(`Não há empresa ${empresa}.`)
      const { sources, names } = await loadSources(ctx, {
        empresa_id: empresa,
        previsao_id: previsao,
        dInicio: start,
        dFim: addDays(start, days - 1),
        dias_historico: 365,
      })
      return { input: planInputOf(sources), names }
    }),
  )
}
