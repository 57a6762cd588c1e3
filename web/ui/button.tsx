import type { MouseEvent, ReactElement, ReactNode } from 'react'
import { keyHint, type KeyName } from '../app/keys'
import { Icon, type IconName } from './icon'
import { takeFocus } from './take-focus'

export interface ButtonProps {
  readonly children: ReactNode
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger' | 'danger-filled'
  readonly icon?: IconName
  readonly hotkey?: KeyName
  readonly type?: 'button' | 'submit'
  readonly disabled?: boolean
  /** Why it cannot be used now: shown on focus and hover, and it keeps the button focusable. */
  readonly reason?: string
  readonly busy?: boolean
  /** Has the focus when it appears. */
  readonly focusFirst?: boolean
}

export function Kbd({ children }: { readonly children: ReactNode }): ReactElement {
  return <kbd className="kbd">{children}</kbd>
}

export function Button(props: ButtonProps): ReactElement {
  const {
    kind = 'plain',
    icon,
    hotkey,
    type = 'button',
    disabled = false,
    reason,
    busy = false,
    focusFirst = false,
  } = props
  const blocked = reason !== undefined && reason !== ''
  return (
    <button
      ref={focusFirst ? takeFocus : undefined}
      type={type === 'submit' ? 'submit' : 'button'}
      className={`btn btn-${kind}`}
      disabled={disabled}
      aria-disabled={blocked || busy || undefined}
      aria-busy={busy || undefined}
      title={blocked ? reason : undefined}
      onClick={blocked || busy ? (event) => event.preventDefault() : props.onClick}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      <span>{props.children}</span>
      {hotkey === undefined ? null : <Kbd>{keyHint(hotkey)}</Kbd>}
    </button>
  )
}

export interface IconButtonProps {
  readonly icon: IconName
  readonly label: string
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  readonly pressed?: boolean
  readonly disabled?: boolean
  readonly hotkey?: KeyName
}

export function IconButton({ icon, label, onClick, pressed, disabled, hotkey }: IconButtonProps): ReactElement {
  const title = hotkey === undefined ? label : `${label} (${keyHint(hotkey)})`
  return (
    <button
      type="button"
      className="icon-btn"
      aria-label={label}
      title={title}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
