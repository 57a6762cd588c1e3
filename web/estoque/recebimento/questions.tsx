import { useEffect, useEffectEvent, type ReactElement } from 'react'
import { entradaLeituraFields } from '../../../core/fields/estoque/leitura'
import { mercadoriaCodigoFields } from '../../../core/fields/estoque/mercadoria-codigos'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { useForm } from '../../ui/form/context'
import { PRODUCT } from '../../ui/form/product'
import { formatDate } from '../../ui/format'
import { isRecord, isSet, textOf, type Values } from '../../ui/row'
import { AskLot } from '../ask-lot'
import type { Item } from './told'
import type { Question, Receiving } from './use-receiving'

const reading = fieldsOf(entradaLeituraFields)
const code = fieldsOf(mercadoriaCodigoFields)

interface AskedProps {
  readonly question: Question
  readonly say: Receiving['say']
}

/** What was said closes the question by itself; a dialog that closes says that the reading is not counted. */
const SAID = Promise.resolve(false)

/** Asks what a reading needs before it counts, one thing after another. */
export function Questions({
  question,
  say,
  items,
}: Pick<Receiving, 'question' | 'say'> & { readonly items: readonly Item[] }): ReactElement | null {
  if (question === null) return null
  const key = `${question.call.key}:${question.about}`
  switch (question.about) {
    case 'lot':
      return <AskItsLot key={key} question={question} say={say} />
    case 'quantity':
      return <AskQuantity key={key} question={question} say={say} />
    case 'unknown':
      return <AskProduct key={key} question={question} say={say} items={items} />
    case 'again':
      return <AskAgain key={key} question={question} say={say} />
  }
}

const listOf = ({ call: { answer } }: Question): readonly Values[] =>
  Array.isArray(answer?.rastreio_list) ? answer.rastreio_list.filter(isRecord) : []

/** What was said of it already; else the last lot of the item, if any: what comes next is often of the same. */
function lastLot(question: Question): Values {
  const { body, answer = {} } = question.call
  const [last] = listOf(question)
  const told = [body, answer].find((one) => isSet(one.nLote) || isSet(one.dVal)) ?? last
  return { nLote: textOf(told?.nLote), dVal: told?.dVal ?? null }
}

function AskItsLot({ question, say }: AskedProps): ReactElement {
  const { call } = question
  return (
    <AskLot
      title={`Lote de ${textOf(call.answer?.xProd) || call.text}`}
      {...(call.code === 'asks_lot' ? {} : { about: call.refused ?? '' })}
      initial={lastLot(question)}
      needs="lot and expiry"
      onSay={(said) => say(question, said && { ...said, semLote: false })}
    >
      <KnownLots question={question} say={say} />
    </AskLot>
  )
}

/** Lots that were told of the item before: one is taken over by a press. And the way on for who does not know it. */
function KnownLots({ question, say }: AskedProps): ReactElement {
  const form = useForm()
  const known = listOf(question)
  return (
    <div className="known-lots">
      {known.slice(0, 5).map((lot) => (
        <Button
          key={`${textOf(lot.nLote)}${textOf(lot.dVal)}`}
          onClick={() => form.patch({ nLote: lot.nLote, dVal: lot.dVal })}
        >
          {`${textOf(lot.nLote)} · ${formatDate(lot.dVal)}`}
        </Button>
      ))}
      <span className="spacer" />
      <Button kind="quiet" onClick={() => say(question, { semLote: true })}>
        Contar sem lote
      </Button>
    </div>
  )
}

function AskQuantity({ question, say }: AskedProps): ReactElement {
  const go = (values: Values): Promise<boolean> => {
    say(question, { qTrib: textOf(values.qTrib) })
    return SAID
  }
  return (
    <AskDialog
      title={`Quantidade de ${textOf(question.call.answer?.xProd)}`}
      codesAhead
      action="Contar"
      initial={{}}
      onGo={go}
      onClose={() => say(question, undefined)}
    >
      <reading.Field
        name="qTrib"
        label={`Quantidade (${textOf(question.call.answer?.unidade)})`}
        weighs="mercadoria_id"
        span={6}
        required
        autoFocus
      />
    </AskDialog>
  )
}

function AskProduct({ question, say, items }: AskedProps & { readonly items: readonly Item[] }): ReactElement {
  const ids = items.map((item) => item.mercadoria_id)
  const go = (values: Values): Promise<boolean> => {
    say(question, {
      mercadoria_id: values.mercadoria_id,
      qCodigo: textOf(values.qTrib),
      solicitaQuantidade: values.qtdVariavel === true,
    })
    return SAID
  }
  return (
    <AskDialog
      title={`De que mercadoria é ${question.call.text}?`}
      codesAhead
      action="Guardar e contar"
      initial={{ ...code.defaults, qTrib: 1 }}
      onGo={go}
      onClose={() => say(question, undefined)}
    >
      <p className="field-help span-12">
        O código fica guardado para este fornecedor: da próxima vez ninguém pergunta.
      </p>
      <code.ReferenceField name="mercadoria_id" {...PRODUCT} custom={{ ids }} minChars={0} span={12} required />
      <code.Field name="qTrib" label="Unidades em uma leitura" span={6} />
      <code.Field name="qtdVariavel" span={6} />
    </AskDialog>
  )
}

/** The same label twice: a question that no scanner answers by its Enter. */
function AskAgain({ question, say }: AskedProps): null {
  const answer = useEffectEvent((yes: boolean) => say(question, yes ? { repete: true } : undefined))
  useEffect(() => {
    let left = false
    const ask = async (): Promise<void> => {
      const yes = await confirm({
        title: 'Etiqueta já lida',
        text: 'Etiqueta já foi escaneada. Deseja adicionar novamente?',
        action: 'Adicionar',
        anyway: true,
      })
      if (!left) answer(yes)
    }
    void ask()
    return () => {
      left = true
    }
  }, [])
  return null
}
