#pragma once

// Turns frames into what a terminal must be told so that it shows them: only what differs from the
// frame before. The cursor moves by rows up and down, so that a frame can stand anywhere on the
// screen and scroll it. Pure: the bytes are given back.

#include <string>

#include "shell/drawing/frame.h"

namespace paisql::shell {

class FrameWriter {
 public:
  // `columns` and `rows` are the screen's as the frame was made for it. After another size all of
  // it is drawn again.
  std::string Show(Frame next, int columns, int rows, bool color);
  // The cursor goes to the begin of a line below the frame, which stays. The next one is drawn
  // there.
  std::string Leave();
  // The frame goes, and the cursor stands where it began.
  std::string Erase();
  // The terminal has been written to by others: the next frame begins in the line of the cursor.
  void Forget();
  // The screen is cleared, and the next frame begins at its top.
  std::string Clear();

 private:
  void MoveTo(int row, int column, std::string& out);
  void ShowRow(int index, const Row& row, bool color, std::string& out);

  Frame shown_;
  bool begun_ = false;  // something is shown
  int columns_ = 0;
  int rows_ = 0;
  int row_ = 0;  // where the terminal's cursor is, within the frame
  int column_ = 0;
};

}  // namespace paisql::shell
