import { useState, type ReactElement } from 'react'
import { decimal } from '../../../core/money/decimal'
import { isLacking } from '../../../core/production/substitute'
import { needOf } from '../../app/access'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { whyNot } from '../../app/why'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { AskDialog } from '../../ui/form/ask-dialog'
import { Field } from '../../ui/form/fields'
import { formatQuantity } from '../../ui/format'
import { getPath, isSet, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import { RESOURCE, SUPPLIES, supply as bound } from './kind'

const nameOf = (row: Row): string => textOf(getPath(row, 'mercadoria.xProd'))
const amountOf = (value: unknown) => decimal(textOf(value) || '0')

/** Whether there is too little of a supply. */
export const lacks = ({ qPlanejada, qSolicitada, qConsumida, qDisp }: Row): boolean =>
  isLacking({
    planned: amountOf(qPlanejada),
    asked: amountOf(qSolicitada),
    used: amountOf(qConsumida),
    free: amountOf(qDisp),
  })

const optionOf = (one: Row) => ({
  value: one.id,
  label: `${nameOf(one)} · ${formatQuantity(one.fator, 6)} para um · disponível ${formatQuantity(one.qDisp, 4)}`,
})

interface SubstituteProps {
  readonly supply: Row
}

/** Puts a substitute in the place of a supply, of all that is left of it or of a part. */
function SubstituteDialog({ supply, onClose }: SubstituteProps & { readonly onClose: () => void }): ReactElement {
  const options = rowsOf(supply.substitutos)
    .toSorted((a, b) => Number(a.n_ordem) - Number(b.n_ordem))
    .map(optionOf)
  const go = async ({ substituto_id, qPlanejada: qTrib }: Values): Promise<boolean> => {
    try {
      const answer = await post(`${SUPPLIES}/${supply.id}/substitui`, {
        substituto_id,
        ...(isSet(qTrib) ? { qTrib } : {}),
      })
      for (const one of [RESOURCE, 'ordem_producao_mercadoria']) announce(one)
      toast.success(textOf(getPath(answer, 'message')))
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível substituir')
      return false
    }
  }
  return (
    <AskDialog
      title={`Substituir ${nameOf(supply)}`}
      action="Substituir"
      initial={{ substituto_id: options[0]?.value }}
      onGo={go}
      onClose={onClose}
    >
      <Field kind="select" name="substituto_id" label="Substituto" options={options} required autoFocus span={12} />
      <bound.Field
        name="qPlanejada"
        label={`Quanto de ${nameOf(supply)}`}
        required={false}
        span={12}
        help="Vazio: tudo o que falta dele"
      />
    </AskDialog>
  )
}

/** The key of a supply that others may stand in for; a mark where there is too little of it. */
export function SubstituteKey({ supply }: SubstituteProps): ReactElement | null {
  const [open, setOpen] = useState(false)
  const mark = lacks(supply) ? <Chip hue="vermelho" word="Falta" /> : null
  if (rowsOf(supply.substitutos).length === 0) return mark
  const nothing = amountOf(supply.qPlanejada).lte(amountOf(supply.qConsumida)) ? 'Nada falta deste insumo.' : ''
  return (
    <>
      {mark}
      <Button reason={whyNot(needOf('ordem_producao', 'edit')) ?? nothing} onClick={() => setOpen(true)}>
        Substituir
      </Button>
      {open ? <SubstituteDialog supply={supply} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
