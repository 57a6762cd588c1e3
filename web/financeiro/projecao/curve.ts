import { placing, lowest, moved, type ProjectedDay } from '../../../core/cashflow/projection'
import { decimal } from '../../../core/money/decimal'
import type { ChartData } from '../../ui/chart/chart-model'
import { formatDate } from '../../ui/format'
import type { Day, DayTitle, ProjectionShape } from './shapes'

/** A title that is being moved: from where, and to which promised date. */
export interface Moving {
  readonly title: DayTitle
  /** The day that it stands on now; null beside the curve. */
  readonly de: string | null
  /** null: taken, and not yet over a day. */
  readonly para: string | null
}

const exact = ({ dia, entra, sai, saldo }: Day): ProjectedDay => ({
  dia,
  entra: decimal(entra),
  sai: decimal(sai),
  saldo: decimal(saldo),
})
const plain = ({ dia, entra, sai, saldo }: ProjectedDay): Day => ({
  dia,
  entra: Number(entra.toFixed(2)),
  sai: Number(sai.toFixed(2)),
  saldo: Number(saldo.toFixed(2)),
})

/** The day on which a title stands once a date is promised for it. */
export function promisedDay(
  { hoje, feriados }: Pick<ProjectionShape, 'hoje' | 'feriados'>,
  title: DayTitle,
  para: string,
): string {
  const { tipo, tpConta, dVencimento, diasCredito, valor } = title
  const place = placing({ hoje, feriados, atrasadosReceber: 'hoje' })
  return place({ tipo, tpConta, dVencimento, diasCredito, vSaldo: valor, dPrevisao: para })?.dia ?? para
}

/** The projection as it would be after the move. */
export function withMove(found: ProjectionShape, { title, de, para }: Moving): ProjectionShape {
  if (para === null) return found
  const { tipo, valor } = title
  const dias = moved(found.dias.map(exact), { tipo, valor, de, para: promisedDay(found, title, para) })
  const least = lowest(dias)
  return {
    ...found,
    dias: dias.map(plain),
    menorSaldo: { dia: least.dia, saldo: Number(least.saldo.toFixed(2)) },
  }
}

/** The dates of the chart: those that were, then those to come. */
export const datesOf = ({ realizado, dias }: ProjectionShape): readonly string[] => [
  ...realizado.slice(0, -1).map(({ dia }) => dia),
  ...dias.map(({ dia }) => dia),
]

/** What was and what will be, as one chart; today belongs to both. */
export function chartOf(found: ProjectionShape): ChartData {
  const { realizado, dias, menorSaldo, hoje } = found
  const past = Math.max(realizado.length - 1, 0)
  const none = (count: number): null[] => Array.from({ length: count }, () => null)
  const marks = [
    { date: hoje, label: 'hoje', tone: 'text-3' },
    ...(menorSaldo.dia === hoje
      ? []
      : [{ date: menorSaldo.dia, label: 'menor saldo', tone: menorSaldo.saldo < 0 ? 'danger' : 'accent' } as const]),
  ] as const
  return {
    dates: datesOf(found),
    series: [
      {
        name: 'Realizado',
        values: [...realizado.map(({ saldo }) => saldo), ...none(dias.length - (realizado.length === 0 ? 0 : 1))],
        kind: 'step',
        tone: 'text-3',
      },
      { name: 'Projetado', values: [...none(past), ...dias.map(({ saldo }) => saldo)], kind: 'step', tone: 'primary' },
    ],
    marks,
    decimals: 2,
    dateText: formatDate,
  }
}
