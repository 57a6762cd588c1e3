import { useEffect, useEffectEvent, type ReactElement } from 'react'
import { confirm } from '../../ui/confirm'
import { AskDialog } from '../../ui/form/ask-dialog'
import { Field } from '../../ui/form/fields'
import { formatDate } from '../../ui/format'
import { isSet, rowsOf, textOf, type Values } from '../../ui/row'
import type { Picking, Question } from './use-picking'

interface AskedProps {
  readonly question: Question
  readonly say: Picking['say']
}

/** Asks what a reading needs before it counts. */
export function Questions({ question, say }: Pick<Picking, 'question' | 'say'>): ReactElement | null {
  if (question === null) return null
  const key = `${question.call.key}:${question.about}`
  return question.about === 'lot' ? (
    <AskLot key={key} question={question} say={say} />
  ) : (
    <AskOther key={key} question={question} say={say} />
  )
}

const LOOSE = 'sem'

/** Which of the lots that lie there it is. */
function AskLot({ question, say }: AskedProps): ReactElement {
  const lots = rowsOf(question.call.answer?.lotes)
  const options = lots.map((one) => ({
    value: isSet(one.id) ? textOf(one.id) : LOOSE,
    label: isSet(one.nLote)
      ? `${textOf(one.nLote)}${isSet(one.dVal) ? ` · vence em ${formatDate(one.dVal)}` : ''}`
      : 'Sem lote',
  }))
  const go = ({ lote }: Values): Promise<boolean> => {
    say(question, lote === LOOSE ? { semLote: true } : { lote_id: Number(lote), semLote: false })
    return Promise.resolve(false)
  }
  return (
    <AskDialog
      title={`De que lote é ${textOf(question.call.answer?.xProd)}?`}
      codesAhead
      action="Separar"
      initial={{ lote: options[0]?.value ?? '' }}
      onGo={go}
      onClose={() => say(question, undefined)}
    >
      <Field name="lote" label="Lote" kind="select" options={options} required autoFocus span={12} />
    </AskDialog>
  )
}

/** Another place or lot than planned: a question that no scanner answers by its Enter. */
function AskOther({ question, say }: AskedProps): null {
  const answer = useEffectEvent((yes: boolean) => say(question, yes ? { troca: true } : undefined))
  useEffect(() => {
    let left = false
    const ask = async (): Promise<void> => {
      const yes = await confirm({
        title: question.about === 'place' ? 'Outro local' : 'Outro lote',
        text: question.call.refused ?? '',
        action: question.about === 'place' ? 'Separar daqui' : 'Usar este lote',
        anyway: true,
      })
      if (!left) answer(yes)
    }
    void ask()
    return () => {
      left = true
    }
  }, [question])
  return null
}
