import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { useForm } from '../../ui/form/context'
import { formatDate, formatMoney, formatQuantity } from '../../ui/format'
import { isRecord, textOf, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'

/** How far a seller is with the goals of today: for the seller alone, on a sale of their own. */
export function OwnGoal(): ReactElement | null {
  useSignals()
  const seller = textOf(useForm().values.value.vendedor_id)
  const answer = useLoaded('comercial/meta_vendedor/minhas', 'meta_vendedor')
  const goals = isRecord(answer) && Array.isArray(answer.data) ? answer.data.filter((one) => isRecord(one)) : []
  const mine = goals.filter((one) => seller !== '' && textOf(one.vendedor_id) === seller)
  if (mine.length === 0) return null
  return <p className="field-help span-12">{mine.map(tell).join(' · ')}</p>
}

const tell = ({ descricao, dFim, vMeta, vRealizado, pRealizado }: Values): string =>
  `Sua meta ${textOf(descricao)}, até ${formatDate(textOf(dFim))}: ${formatMoney(vRealizado)} de ${formatMoney(vMeta)} (${formatQuantity(pRealizado, 1)} %)`
