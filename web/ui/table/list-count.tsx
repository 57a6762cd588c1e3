import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { formatCount } from '../format'
import type { ListModel } from './list-model'

interface CountProps {
  readonly model: ListModel
  readonly noun?: string
}

/** How many rows a list finds. Where that is estimated, a press counts them. */
export function ListCount({ model, noun }: CountProps): ReactElement {
  useSignals()
  const text = [formatCount(model.total.value, model.capped.value), noun].filter(Boolean).join(' ')
  if (!model.capped.value) return <>{text}</>
  return (
    <button
      type="button"
      className="count-all"
      title="Estimativa: contar exatamente"
      aria-busy={model.counting.value || undefined}
      onClick={() => void model.countAll()}
    >
      {text}
    </button>
  )
}
