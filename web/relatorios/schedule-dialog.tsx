import type { ReactElement } from 'react'
import { relatorioAgendaFields } from '../../core/fields/relatorios/agenda'
import { RELATIVE_PERIODS } from '../../core/week/send-time'
import { post } from '../app/api'
import { announce } from '../app/events'
import { toast } from '../app/toasts'
import { fieldsOf } from '../ui/fields-of'
import { AskDialog } from '../ui/form/ask-dialog'
import { Field as PlainField } from '../ui/form/fields'
import type { FormModel } from '../ui/form/form-model'
import { localToday } from '../ui/format'
import { isSet, type Values } from '../ui/row'
import { When } from './agenda'
import type { Filter, ReportForm } from './shapes'

const { Field, defaults } = fieldsOf(relatorioAgendaFields)

const PERIODS = Object.entries(RELATIVE_PERIODS).map(([value, label]) => ({ value, label }))
/** The name of a period in the dialog: its own is that of nothing that the schedule has. */
const asked = ({ name }: Filter): string => `periodo_${name}`

/** What the report was narrowed by, as a schedule keeps it: periods as chosen here, today as the day of each sending. */
function filtersOf(report: ReportForm, narrowed: Values, chosen: Values): Values {
  const kept = report.filters.flatMap((filter) => {
    const value = filter.kind === 'period' ? chosen[asked(filter)] : narrowed[filter.name]
    if (!isSet(value)) return []
    return [[filter.name, filter.kind === 'date' && value === localToday() ? 'hoje' : value] as const]
  })
  return Object.fromEntries(kept)
}

interface Props {
  readonly report: ReportForm
  /** What the report is narrowed by now. */
  readonly values: Values
  readonly onClose: () => void
}

/** Asks when a report is to be sent, to whom and as what; periods follow the day of each sending. */
export function ScheduleDialog({ report, values, onClose }: Props): ReactElement {
  const periods = report.filters.filter(({ kind }) => kind === 'period')
  const save = async (chosen: Values, form: FormModel): Promise<boolean> => {
    const { para, formato, dia_semana, dia_mes, hora } = chosen
    const filtros = filtersOf(report, values, chosen)
    try {
      await post('relatorios/agenda', { rel_name: report.rel_name, filtros, para, formato, dia_semana, dia_mes, hora })
      toast.success('Envio agendado.')
      announce('relatorio_agenda')
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível agendar o envio', '', form)
      return false
    }
  }
  const initial = {
    ...defaults,
    hora: '08:00',
    ...Object.fromEntries(periods.map((one) => [asked(one), 'mes_corrente'])),
  }
  return (
    <AskDialog
      title={`Agendar envio: ${report.title}`}
      action="Agendar"
      initial={initial}
      about="Vai por e-mail com as suas permissões do momento; sem dia da semana nem do mês, todo dia."
      onGo={save}
      onClose={onClose}
    >
      <Field name="para" span={12} />
      {periods.map((one) => (
        <PlainField key={one.name} name={asked(one)} label={one.label} kind="select" options={PERIODS} span={4} />
      ))}
      <When />
    </AskDialog>
  )
}
