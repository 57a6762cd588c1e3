import { useId, type ReactElement, type ReactNode } from 'react'
import { Button } from '../ui/button'
import { go } from '../app/navigation'

export interface AccessProps {
  readonly query: URLSearchParams
}

interface FrameProps {
  readonly title: string
  readonly children: ReactNode
  readonly action: string
  readonly busy?: boolean
  readonly fault?: string
  /** The button has the focus: there is no box to write in. */
  readonly focusAction?: boolean
  readonly onSubmit: () => void
  readonly links?: ReactNode
}

/** The card of every screen before sign-in. */
export function AccessFrame({
  title,
  children,
  action,
  busy = false,
  fault = '',
  focusAction = false,
  onSubmit,
  links,
}: FrameProps): ReactElement {
  return (
    <form
      className="access-card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <p className="access-brand">
        <svg width="22" height="22" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M8 0l4 9-4 7-4-7z" />
        </svg>
        Prumo
      </p>
      <h1>{title}</h1>
      {children}
      {fault === '' ? null : (
        <p role="alert" className="field-error">
          {fault}
        </p>
      )}
      <Button type="submit" kind="primary" busy={busy} focusFirst={focusAction}>
        {action}
      </Button>
      {links === undefined ? null : <p className="access-links">{links}</p>}
    </form>
  )
}

interface BoxProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: 'email' | 'password' | 'text'
  readonly autoComplete: string
  readonly focus?: boolean
  readonly error?: string | undefined
}

export function AccessBox({
  label,
  value,
  onChange,
  type = 'text',
  autoComplete,
  focus = false,
  error,
}: BoxProps): ReactElement {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        type={type}
        value={value}
        maxLength={254}
        autoComplete={autoComplete}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}e`}
        ref={focus ? focusFirst : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {error === undefined ? null : (
        <p id={`${id}e`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}

function focusFirst(input: HTMLInputElement | null): void {
  if (document.activeElement === document.body) input?.focus()
}

export function AccessLink({ to, children }: { readonly to: string; readonly children: ReactNode }): ReactElement {
  return (
    <a
      href={to}
      onClick={(event) => {
        event.preventDefault()
        go(to)
      }}
    >
      {children}
    </a>
  )
}
