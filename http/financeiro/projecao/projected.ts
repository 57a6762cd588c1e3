import { type Projection, project } from '../../../core/cashflow/projection'
import { addDays } from '../../../core/br/civil-date'
import { localHolidays } from '../feriado'
import { accountsOf, type Asked, openSums } from './load'

/** The holidays that may move what is due in a projection. */
export const holidaysFor = ({ ctx, input, hoje }: Asked): Promise<ReadonlySet<string>> =>
  localHolidays(ctx, ctx.actor.empresa_id, addDays(hoje, -366), addDays(hoje, input.dias + 366))

/** What will be in the accounts, day by day, with the local holidays that it went over. One centre alone has no balance (`comSaldo`). */
export async function projected(
  asked: Asked,
): Promise<Projection & { readonly feriados: ReadonlySet<string>; readonly comSaldo: boolean }> {
  const { input, hoje } = asked
  const comSaldo = input.centro_resultado_id === undefined
  const [titulos, { contas, lancamentos }, feriados] = await Promise.all([
    openSums(asked),
    accountsOf(asked),
    holidaysFor(asked),
  ])
  const found = project({
    hoje,
    dias: input.dias,
    contas: comSaldo ? contas : [],
    lancamentos: comSaldo ? lancamentos : [],
    titulos,
    feriados,
    incluiPrevisao: input.previsoes,
    atrasadosReceber: input.cenario === 'recebe_hoje' ? 'hoje' : 'fora',
  })
  return { ...found, feriados, comSaldo }
}
