import { useState, type ReactElement } from 'react'
import { AccessBox } from '../entrar/frame'
import { ApiError } from './api'

/** The code that a sign-in asks of whoever has a second factor: nothing is asked before the password was right. */
export interface SecondFactor {
  readonly asked: boolean
  readonly code: string
  readonly setCode: (code: string) => void
  /** Takes a refusal up; true where it only asks for the code. */
  readonly takes: (error: unknown) => boolean
}

export function useSecondFactor(): SecondFactor {
  const [asked, setAsked] = useState(false)
  const [code, setCode] = useState('')
  const takes = (error: unknown): boolean => {
    if (!(error instanceof ApiError)) return false
    if (error.code === 'invalid_second_factor') setCode('')
    if (error.code !== 'second_factor_required') return false
    setAsked(true)
    return true
  }
  return { asked, code, setCode, takes }
}

/** Where the code is written; nothing while none is asked. */
export function CodeBox({ asked, code, setCode }: SecondFactor): ReactElement | null {
  if (!asked) return null
  return (
    <AccessBox
      label="Código do aplicativo, ou de recuperação"
      autoComplete="one-time-code"
      value={code}
      onChange={setCode}
      focus
    />
  )
}
