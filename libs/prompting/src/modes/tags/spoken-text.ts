/** Collects the content of `<speak>` without surrounding blanks; the pieces that it returns add up to the whole text. */
export class Speech {
  private said = '';
  private blanks = '';
  private given = 0;

  say(sign: string): void {
    if (sign.trim() === '') {
      if (this.said !== '') this.blanks += sign;
      return;
    }
    this.said += this.blanks + sign;
    this.blanks = '';
  }

  /** The text since the last call. */
  fresh(): string {
    const from = this.given;
    this.given = this.said.length;
    return this.said.slice(from);
  }

  whole(): string {
    return this.said;
  }
}
