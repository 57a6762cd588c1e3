import { useEffect, useEffectEvent, type ReactElement } from 'react'
import { entradaLeituraFields } from '../../../core/fields/estoque/leitura'
import { mercadoriaCodigoFields } from '../../../core/fields/estoque/mercadoria-codigos'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { useForm } from '../../ui/form/context'
import type { FormModel } from '../../ui/form/form-model'
import { PRODUCT } from '../../ui/form/product'
import { formatDate } from '../../ui/format'
import { isRecord, isSet, textOf, type Values } from '../../ui/row'
import { takeApart } from '../../ui/scan/ask-lot'
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
      return <AskLot key={key} question={question} say={say} />
    case 'quantity':
      return <AskQuantity key={key} question={question} say={say} />
    case 'unknown':
      return <AskProduct key={key} question={question} say={say} items={items} />
    case 'again':
      return <AskAgain key={key} question={question} say={say} />
  }
}

/** The last lot of the item, if any: what comes next is often of the same. */
function lastLot({ answer }: Question): Values {
  const [last] = Array.isArray(answer.rastreio_list) ? answer.rastreio_list.filter(isRecord) : []
  const told = isSet(answer.nLote) || isSet(answer.dVal)
  return told ? { nLote: answer.nLote, dVal: answer.dVal } : { nLote: last?.nLote ?? '', dVal: last?.dVal ?? null }
}

function AskLot({ question, say }: AskedProps): ReactElement {
  const { answer } = question
  const go = (values: Values, form: FormModel): Promise<boolean> => {
    const faults = {
      ...(isSet(values.nLote) ? {} : { nLote: ['Lote não informado'] }),
      ...(isSet(values.dVal) ? {} : { dVal: ['Validade não informada'] }),
    }
    if (Object.keys(faults).length > 0) {
      form.reject(faults)
      return SAID
    }
    say(question, { nLote: values.nLote, dVal: values.dVal })
    return SAID
  }
  return (
    <AskDialog
      title={`Lote de ${textOf(answer.xProd)}`}
      action="Contar"
      initial={lastLot(question)}
      onGo={go}
      onClose={() => say(question, undefined)}
    >
      <reading.Field name="nLote" span={6} autoFocus onCommit={takeApart} />
      <reading.Field name="dVal" span={6} />
      <KnownLots question={question} say={say} />
    </AskDialog>
  )
}

/** Lots that were told of the item before: one is taken over by a press. And the way on for who does not know it. */
function KnownLots({ question, say }: AskedProps): ReactElement {
  const form = useForm()
  const known = Array.isArray(question.answer.rastreio_list) ? question.answer.rastreio_list.filter(isRecord) : []
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
      title={`Quantidade de ${textOf(question.answer.xProd)}`}
      action="Contar"
      initial={{}}
      onGo={go}
      onClose={() => say(question, undefined)}
    >
      <reading.Field
        name="qTrib"
        label={`Quantidade (${textOf(question.answer.unidade)})`}
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
