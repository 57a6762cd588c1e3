import { useRef, useState, type ReactElement, type ReactNode } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { useKeys } from '../app/keys'
import { useWork } from '../app/work'
import { Button } from '../ui/button'
import { FormContext } from '../ui/form/context'
import { FormModel } from '../ui/form/form-model'
import { FormBody } from '../ui/form/form-body'
import { commitTyping } from '../ui/form/resource-form'
import { saveForm } from '../ui/form/save'
import { isSet, type Values } from '../ui/row'

/** One record that is being typed, known to the server under the same key until it answers. */
interface Line {
  readonly form: FormModel
  readonly key: { current: string }
}

interface QuickLinesProps {
  readonly resource: string
  readonly defaults: Values
  /** The field without which a line is none. */
  readonly lead: string
  readonly shape: (values: Values) => Values
  /** The fields of one line. */
  readonly children: ReactNode
  readonly action: string
  readonly onSaved: () => void
}

const LIMIT = 50

function lineOf(defaults: Values): Line {
  const form = new FormModel()
  form.start(defaults)
  return { form, key: { current: crypto.randomUUID() } }
}

/** Several records typed line by line: Enter in the last box begins another line. Each is saved by itself; what is refused stays, with its reason. */
export function QuickLines({
  resource,
  defaults,
  lead,
  shape,
  children,
  action,
  onSaved,
}: QuickLinesProps): ReactElement {
  useSignals()
  const [lines, setLines] = useState<readonly Line[]>(() => [lineOf(defaults)])
  const [round, setRound] = useState(0)
  const [busy, setBusy] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const typed = ({ form }: Line): boolean => isSet(form.values.peek()[lead])
  useWork(() => lines.some(typed))
  const add = (): void => {
    if (lines.length >= LIMIT) return
    setLines([...lines, lineOf(defaults)])
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('.quick-line:last-of-type input')?.focus())
  }
  const save = async (): Promise<void> => {
    commitTyping()
    const wanted = lines.filter(typed)
    for (const { form } of wanted) if (!(await form.chosen()) || !form.validate()) return
    if (busy || wanted.length === 0) return
    setBusy(true)
    const left: Line[] = []
    for (const line of wanted) if ((await saveForm({ resource, ...line, shape })).kind !== 'saved') left.push(line)
    setLines(left.length > 0 ? left : [lineOf(defaults)])
    if (left.length === 0) setRound((rounds) => rounds + 1)
    setBusy(false)
    if (left.length < wanted.length) onSaved()
  }
  useKeys({ save: () => void save() })
  const last = lines.at(-1)
  return (
    <>
      <FormBody key={round} loading={false} onSubmit={() => (last !== undefined && typed(last) ? add() : void save())}>
        <div ref={list} className="quick-lines tab-panel">
          {lines.map((line) => (
            <FormContext key={line.key.current} value={line.form}>
              <div className="quick-line grid-12">{children}</div>
            </FormContext>
          ))}
        </div>
      </FormBody>
      <div className="first-actions">
        <Button kind="primary" hotkey="save" busy={busy} onClick={() => void save()}>
          {action}
        </Button>
        <Button icon="add" onClick={add}>
          Outra linha
        </Button>
      </div>
    </>
  )
}
