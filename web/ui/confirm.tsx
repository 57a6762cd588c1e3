import { useId, useState, type ReactElement } from 'react'
import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useKeys } from '../app/keys'
import { Button } from './button'
import { Dialog } from './dialog'
import { takeFocus } from './take-focus'
import { useScansAhead, useTypedAhead } from './typed-ahead'

interface Question {
  readonly title: string
  readonly text?: string
  /** What will be done, one thing a line. */
  readonly details?: readonly string[]
  /** The verb on the button that goes on. */
  readonly action: string
  readonly cancel?: string
  readonly danger?: boolean
  /** It goes on in spite of something: no button has the focus, and Enter alone answers nothing. */
  readonly anyway?: boolean
}

interface ReasonQuestion extends Question {
  readonly label: string
  /** Fewest characters accepted. */
  readonly min: number
  /** Reasons that are at hand: one is taken over by a click, and may be written on. */
  readonly known?: readonly string[]
  /** Said when there are fewer. */
  readonly tooShort: string
}

/** A question with two ways on. */
interface Choice extends Question {
  /** What the other way does. */
  readonly other?: string
}

type Open =
  | { readonly kind: 'confirm'; readonly question: Choice; readonly answer: (yes: boolean | null) => void }
  | { readonly kind: 'reason'; readonly question: ReasonQuestion; readonly answer: (reason: string | null) => void }

const open = signal<Open | null>(null)

/** Asks before something is done; false when it is left. */
export async function confirm(question: Question): Promise<boolean> {
  return (await choose(question)) === true
}

/** Asks which of two ways to go on: true for the action, false for the other; null when it is left. */
export function choose(question: Choice): Promise<boolean | null> {
  return new Promise((resolve) => {
    open.value = {
      kind: 'confirm',
      question,
      answer: (yes) => {
        open.value = null
        resolve(yes)
      },
    }
  })
}

/** Asks before what was typed is lost. */
export function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: 'Descartar o que foi digitado?',
    text: 'As alterações deste registro ainda não foram salvas.',
    action: 'Descartar',
    cancel: 'Continuar editando',
    danger: true,
  })
}

/** Asks for a written reason, with a live count of its characters; null when it is left. */
export function askReason(question: ReasonQuestion): Promise<string | null> {
  return new Promise((resolve) => {
    open.value = {
      kind: 'reason',
      question,
      answer: (reason) => {
        open.value = null
        resolve(reason)
      },
    }
  })
}

interface ActionsProps {
  readonly question: Choice
  readonly answer: (yes: boolean | null) => void
}

/** What cannot be taken back never has the focus first: a scanner ends with Enter, also when nobody looks. */
function Actions({ question, answer }: ActionsProps): ReactElement {
  const { danger = false, anyway = false } = question
  return (
    <>
      <Button onClick={() => answer(null)} focusFirst={danger && !anyway}>
        {question.cancel ?? 'Voltar'}
      </Button>
      {question.other === undefined ? null : <Button onClick={() => answer(false)}>{question.other}</Button>}
      <Button
        kind={danger ? 'danger-filled' : 'primary'}
        onClick={() => answer(true)}
        focusFirst={!danger && !anyway}
        {...(anyway ? { hotkey: 'confirm' as const } : {})}
      >
        {question.action}
      </Button>
    </>
  )
}

function ConfirmDialog({ question, answer }: Extract<Open, { kind: 'confirm' }>): ReactElement {
  const ahead = useTypedAhead()
  const footer = <Actions question={question} answer={answer} />
  return (
    <Dialog
      title={question.title}
      size="sm"
      role="alertdialog"
      onClose={() => answer(null)}
      footer={footer}
      onKeysFirst={ahead.keys}
    >
      <ConfirmKeys onGo={() => answer(true)} />
      <div className="question" {...(question.anyway === true ? { ref: takeFocus, tabIndex: -1 } : {})}>
        {question.text === undefined ? null : <p className="dialog-text">{question.text}</p>}
        <Details of={question} />
        <p role="status" className="dialog-text typed-ahead">
          {ahead.text === '' ? ahead.told : `Digitando: ${ahead.text}`}
        </p>
      </div>
    </Dialog>
  )
}

const SHOWN = 8

/** What will be done; of a long document its first lines, and how many more there are. */
function Details({ of: { details } }: { readonly of: Question }): ReactElement | null {
  if (details === undefined || details.length === 0) return null
  const more = details.length - SHOWN
  return (
    <ul className="dialog-details">
      {details.slice(0, SHOWN).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {more > 0 ? <li>e mais {more}</li> : null}
    </ul>
  )
}

function ConfirmKeys({ onGo }: { readonly onGo: () => void }): null {
  useKeys({ confirm: onGo })
  return null
}

/** Reasons that are at hand, each taken over by a click. */
function Known({ of: { known, label }, onTake }: KnownProps): ReactElement | null {
  if (known === undefined || known.length === 0) return null
  return (
    <div role="group" aria-label={`${label}: cadastrados`}>
      {known.map((one) => (
        <Button key={one} onClick={() => onTake(one)}>
          {one}
        </Button>
      ))}
    </div>
  )
}

interface KnownProps {
  readonly of: ReasonQuestion
  readonly onTake: (text: string) => void
}

function ReasonDialog({ question, answer }: Extract<Open, { kind: 'reason' }>): ReactElement {
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const scanned = useScansAhead()
  const id = useId()
  const length = text.trim().length
  const short = length < question.min
  const go = (): void => {
    setTried(true)
    if (!short) answer(text.trim())
  }
  const footer = (
    <>
      <Button onClick={() => answer(null)}>{question.cancel ?? 'Voltar'}</Button>
      <Button kind={question.danger === true ? 'danger-filled' : 'primary'} onClick={go}>
        {question.action}
      </Button>
    </>
  )
  return (
    <Dialog title={question.title} size="sm" onClose={() => answer(null)} footer={footer}>
      <ConfirmKeys onGo={go} />
      <div className="dialog-text field">
        {question.text === undefined ? null : <p>{question.text}</p>}
        <Details of={question} />
        <Known of={question} onTake={setText} />
        <label htmlFor={id}>{question.label}</label>
        <textarea
          ref={takeFocus}
          id={id}
          rows={4}
          maxLength={255}
          value={text}
          aria-describedby={`${id}c`}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            const code = scanned(event)
            if (code !== null) setText((now) => (now.endsWith(code) ? now.slice(0, -code.length) : now))
          }}
        />
        <p id={`${id}c`} className={`counter ${short ? '' : 'counter-ok'}`}>
          {length} de {question.min} caracteres
        </p>
        {tried && short ? (
          <p role="alert" className="field-error">
            {question.tooShort}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}

/** Where questions appear; mounted once by the app. */
export function ConfirmHost(): ReactElement | null {
  useSignals()
  const now = open.value
  if (now === null) return null
  return now.kind === 'confirm' ? <ConfirmDialog {...now} /> : <ReasonDialog {...now} />
}
