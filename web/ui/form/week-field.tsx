import { useRef, useState, type ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { CoreError } from '../../../core/errors'
import { checkWeek, readHour, WEEK, type WeekWindow } from '../../../core/week/week'
import { Button, IconButton } from '../button'
import { isRecord, numberOf, textOf } from '../row'
import { useForm, useRegistered } from './context'

/** What a record's week is called among its values. */
const NAME = 'janela_horario_list'

interface WeekFieldProps {
  readonly label: string
  readonly help?: string
}

const windowsOf = (value: unknown): readonly WeekWindow[] =>
  (Array.isArray(value) ? value : []).filter(isRecord).map((row) => ({
    dia_semana: numberOf(row.dia_semana) ?? 0,
    hora_inicio: textOf(row.hora_inicio),
    hora_fim: textOf(row.hora_fim),
  }))

function fault(value: unknown): string | undefined {
  const windows = windowsOf(value)
  if (windows.some(({ hora_inicio, hora_fim }) => hora_inicio === '' || hora_fim === ''))
    return 'Informe as duas horas.'
  try {
    checkWeek(windows)
    return undefined
  } catch (error) {
    return error instanceof CoreError ? error.message : undefined
  }
}

const USUAL = { hora_inicio: '08:00', hora_fim: '18:00' }
const WORKDAYS = [1, 2, 3, 4, 5]

/** The hours of a week, Monday to Sunday: any number of windows a day, written with their record. */
export function WeekField({ label, help }: WeekFieldProps): ReactElement {
  useSignals()
  const form = useForm()
  const box = useRef<HTMLElement>(null)
  const windows = windowsOf(useComputed(() => form.values.value[NAME]).value)
  const error = useComputed(() => form.errors.value[NAME] ?? form.errors.value.hora_inicio).value
  useRegistered({
    name: NAME,
    label,
    required: false,
    focus: () => box.current?.querySelector('input')?.focus(),
    check: fault,
  })
  const put = (next: readonly WeekWindow[]): void => form.set(NAME, next)
  const monday = windows.filter((one) => one.dia_semana === 1)
  const spread = (): void =>
    put([
      ...windows.filter((one) => !WORKDAYS.includes(one.dia_semana)),
      ...WORKDAYS.flatMap((day) => monday.map((one) => ({ ...one, dia_semana: day }))),
    ])
  const at = (window: WeekWindow, next: WeekWindow | null): void =>
    put(windows.flatMap((one) => (one === window ? (next === null ? [] : [next]) : [one])))
  return (
    <section className="week" aria-label={label} ref={box}>
      <div className="week-head">
        <h3 className="group-title">{label}</h3>
        {monday.length === 0 || form.readOnly.value ? null : (
          <Button kind="quiet" icon="copy" onClick={spread}>
            Segunda em todos os dias úteis
          </Button>
        )}
      </div>
      {WEEK.map(({ day, name: dayName }) => (
        <div key={day} className="week-day" role="group" aria-label={dayName}>
          <span>{dayName}</span>
          <span className="week-windows">
            {windows.map((one) =>
              one.dia_semana === day ? (
                <WindowBoxes key={windows.indexOf(one)} of={one} day={dayName} onChange={(next) => at(one, next)} />
              ) : null,
            )}
            {form.readOnly.value ? null : (
              <IconButton
                icon="add"
                label={`Adicionar horário: ${dayName}`}
                onClick={() => put([...windows, { dia_semana: day, ...nextOf(windows, day) }])}
              />
            )}
          </span>
        </div>
      ))}
      {error === undefined ? null : <p className="field-error">{error}</p>}
      {help === undefined ? null : <p className="field-help">{help}</p>}
    </section>
  )
}

/** A day's first window is the usual one; a further one is left to be written. */
function nextOf(windows: readonly WeekWindow[], day: number): typeof USUAL {
  return windows.some((one) => one.dia_semana === day) ? { hora_inicio: '', hora_fim: '' } : USUAL
}

interface BoxesProps {
  readonly of: WeekWindow
  readonly day: string
  readonly onChange: (next: WeekWindow | null) => void
}

function WindowBoxes({ of, day, onChange }: BoxesProps): ReactElement {
  return (
    <span className="week-window">
      <HourBox
        label={`${day}, das`}
        value={of.hora_inicio}
        onChange={(hora_inicio) => onChange({ ...of, hora_inicio })}
      />
      às
      <HourBox label={`${day}, até as`} value={of.hora_fim} onChange={(hora_fim) => onChange({ ...of, hora_fim })} />
      <IconButton icon="close" label={`Remover horário: ${day}`} onClick={() => onChange(null)} />
    </span>
  )
}

interface HourProps {
  readonly label: string
  readonly value: string
  readonly onChange: (hour: string) => void
}

/** An hour typed as 8, 830, 8:30 or 8h30; what is none leaves the box empty. */
function HourBox({ label, value, onChange }: HourProps): ReactElement {
  const [typed, setTyped] = useState<string | null>(null)
  const leave = (): void => {
    if (typed === null) return
    setTyped(null)
    const next = readHour(typed) ?? ''
    if (next !== value) onChange(next)
  }
  return (
    <input
      className="input hour"
      aria-label={label}
      inputMode="numeric"
      placeholder="00:00"
      maxLength={5}
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={leave}
    />
  )
}
