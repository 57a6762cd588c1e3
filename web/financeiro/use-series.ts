import { useRef } from 'react'
import { contasPagarFields, contasReceberFields, SERIES_FIELDS } from '../../core/fields/financeiro/titulos'
import { choose } from '../ui/confirm'
import type { FormModel } from '../ui/form/form-model'
import { counted } from '../ui/format'
import { isSet, type Values } from '../ui/row'
import type { Side } from './side'
import { laterOf } from './title-verbs'

/** Asks whether a change of one of a series is of the later ones too; false leaves the save. */
export function useSeries(side: Side) {
  const chosen = useRef<readonly string[]>([])
  const beforeSave = async (form: FormModel): Promise<boolean> => {
    chosen.current = []
    const row = form.record.value
    if (row === undefined || !isSet(row.recorrencia_id)) return true
    const changed = form.changedNames()
    const names = SERIES_FIELDS.filter((name) => changed.includes(name))
    const later = laterOf(row)
    if (names.length === 0 || later === 0) return true
    const answer = await choose({
      title: 'Mudar só esta conta?',
      text: `Muda ${names.map((name) => FIELDS[side][name].meta.label).join(', ')}. ${counted(later, 'conta seguinte está', 'contas seguintes estão')} em aberto na recorrência.`,
      action: 'Só esta',
      other: 'Esta e as seguintes em aberto',
    })
    if (answer === false) chosen.current = names
    return answer !== null
  }
  const shape = (values: Values): Values =>
    chosen.current.length === 0 ? values : { ...values, recorrencia_campos: chosen.current }
  return { beforeSave, shape }
}

const FIELDS = { receber: contasReceberFields, pagar: contasPagarFields }
