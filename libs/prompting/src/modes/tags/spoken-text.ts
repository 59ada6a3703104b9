/** What is said between the tags of `<speak>`, without the blanks around it: what is given out piece by piece is all of it in the end. */
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

  /** What was said since the last time. */
  fresh(): string {
    const from = this.given;
    this.given = this.said.length;
    return this.said.slice(from);
  }

  whole(): string {
    return this.said;
  }
}
